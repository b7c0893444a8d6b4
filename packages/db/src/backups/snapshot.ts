import type { Readable } from "node:stream";
import { createLogger } from "@jetwire/runtime";
import { createPool, type Sql } from "../connection/database.ts";
import { quoted } from "../query/quoted.ts";
import {
  listSequences,
  listTables,
  type SequenceState,
  type TableToCopy,
} from "./backed-up-tables.ts";
import { digestOf, type RowsDigest } from "./digests.ts";

const log = createLogger("backup", "silent");
/** The name that connections for back-ups have in Postgres. */
export const backupProgram = "jetwire-backup";
/** Dropping a table takes its lock for less than that. */
const lockMsMax = 60_000;

/** Rows have the same text in every database with these settings. */
const rowTextSettings = `set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set lock_timeout = ${lockMsMax}`;

/** Opens a connection for long work, which is never replaced. */
export async function openBackupConnection(url: string): Promise<Sql> {
  const options = { log, max: 1, statementTimeoutMs: 0, applicationName: backupProgram };
  const pool = createPool(url, options, null);
  try {
    await pool.unsafe(rowTextSettings);
    return pool;
  } catch (error) {
    await pool.end({ timeout: 1 });
    throw error;
  }
}

/** Opens the database as it is now, for as long as the result is not disposed of. */
export type DatabaseSnapshot = Awaited<ReturnType<typeof openSnapshot>>;

/**
 * Opens the database as it is now. One connection keeps the snapshot and a lock that lets nobody drop a table; another one
 * reads one part after the other in transactions of their own, because the locks of all indexes of all days would be more
 * than the server keeps.
 *
 * @param url must lead to the server itself: a pooler has no sessions
 */
export async function openSnapshot(url: string) {
  await using stack = new AsyncDisposableStack();
  const keeper = stack.adopt(await openBackupConnection(url), close);
  const reader = stack.adopt(await openBackupConnection(url), close);
  await keeper.unsafe("begin isolation level repeatable read read only");
  const [found] = await keeper<{ snapshot: string; migration: string; server: string }[]>`
    select pg_export_snapshot() as snapshot, current_setting('server_version') as server,
      (select name from schema_migrations order by number desc limit 1) as migration`;
  if (found === undefined) throw new Error("the database has no snapshot");
  const { snapshot, migration, server } = found;
  const { tables, foreign } = await listTables(keeper);
  const parts = tables.flatMap((table) => table.parts.map((part) => `only public.${quoted(part)}`));
  await keeper.unsafe(`lock table ${parts.join(", ")} in access share mode`);

  /** Reads in a transaction that sees the snapshot. */
  async function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    await reader.unsafe(
      `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`,
    );
    try {
      return await work(reader);
    } finally {
      // Refused if the connection is lost; then the transaction is, too, and the error says why.
      await reader.unsafe("commit").catch(() => {});
    }
  }

  const opened = stack.move();
  return {
    migration,
    server,
    tables,
    /** Tables that are not of Jetwire, which nobody copies. */
    foreign,
    sequences: async (): Promise<readonly SequenceState[]> => await listSequences(keeper),
    digest: async (table: TableToCopy): Promise<RowsDigest> => await digestOf(table, read),
    /** Passes on the rows of a part as `copy … to stdout` gives them. */
    async *rowsOf({ columns }: TableToCopy, part: string): AsyncGenerator<Buffer> {
      const names = columns.map(quoted).join(", ");
      await reader.unsafe(
        `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`,
      );
      const copy = `copy public.${quoted(part)} (${names}) to stdout`;
      const rows: Readable = await reader.unsafe(copy).readable();
      yield* rows;
      // The driver pauses its socket while the stream is full, and resumes it when the stream is read. If the end of the rows
      // came with the last full part, nobody reads the stream again, and the next answer would never arrive.
      // oxlint-disable-next-line no-underscore-dangle -- the stream has no other way to its socket
      rows._read(0);
      await reader.unsafe("commit");
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function close(sql: Sql): Promise<void> {
  await sql.end({ timeout: 1 });
}
