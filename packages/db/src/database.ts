import { DeadlineError, type Logger, pause, withDeadline } from "@jetwire/runtime";
import postgres from "postgres";
import { cancelQuery, trackQueries } from "./query-tracking.ts";

/**
 * Where SQL goes: a pool, a transaction or a reserved connection. Values come back as: uuid and
 * text as strings, timestamptz as Date, int8 as number (an unsafe one is an error, never rounded).
 */
export type Sql = postgres.Sql<{ bigint: number }>;

export interface DatabaseOptions {
  readonly log: Logger;
  /** Connections at most. */
  readonly max?: number;
  /** The server's own limit for a statement; 0 for none. */
  readonly statementTimeoutMs?: number;
  /** What `pg_stat_activity` shows. */
  readonly applicationName?: string;
}

/** A pool that outlives its connections: `sql` is always the pool in force, so don't keep a copy. */
export interface Database extends AsyncDisposable {
  readonly sql: Sql;
  /**
   * Runs queries for at most `ms`. Postgres frozen or behind a dead network answers nothing, not
   * even a time-out: then the queries are cancelled, and when that hangs too, the pool is replaced.
   *
   * @param work gets the `sql` to use; what it starts elsewhere isn't cancelled.
   * @throws DeadlineError; whether the statements took effect is not known.
   */
  withQueryDeadline<T>(work: (sql: Sql) => Promise<T>, ms: number): Promise<T>;
  /** True, or why Postgres doesn't answer; for readiness. */
  answers(ms?: number): Promise<true | string>;
}

const cancelGraceMs = 1_000;
const endSeconds = 5;
const lifetimeSeconds = 30 * 60;

/** Opens a pool; connections are made when first needed, so Postgres may still be away. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  let pool = createPool(url, options);

  function replace(hung: Sql): void {
    if (hung !== pool) return;
    options.log.error("postgres did not answer a cancellation, replacing the connections");
    pool = createPool(url, options);
    // Rejects what still waits in the old pool after its last moment; nobody waits for the end.
    hung.end({ timeout: endSeconds }).catch(() => {});
  }

  async function withQueryDeadline<T>(work: (sql: Sql) => Promise<T>, ms: number): Promise<T> {
    const used = pool;
    const tracked = trackQueries(used);
    const done = work(tracked.sql);
    try {
      return await withDeadline(done, ms, "query");
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      for (const query of tracked.unfinished()) cancelQuery(query);
      const settled = done.then(
        () => true,
        () => true,
      );
      if (!(await Promise.race([settled, pause(cancelGraceMs).then(() => false)]))) replace(used);
      throw error;
    }
  }

  return {
    get sql() {
      return pool;
    },
    withQueryDeadline,
    async answers(ms = 1_000) {
      try {
        await withQueryDeadline((sql) => sql`select 1`, ms);
        return true;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.end({ timeout: endSeconds });
    },
  };
}

/**
 * A pool by our rules; `migrate` opens its own with it.
 *
 * @param lifetime seconds until a connection is replaced, null for never
 */
export function createPool(
  url: string,
  options: DatabaseOptions,
  lifetime: number | null = lifetimeSeconds,
): Sql {
  return postgres(url, {
    max: options.max ?? 10,
    connect_timeout: 5,
    idle_timeout: 60,
    // The server's side of prepared statements grows with a connection's age.
    max_lifetime: lifetime,
    onnotice: (notice) => options.log.debug({ code: notice.code }, notice.message ?? "notice"),
    debug: false,
    connection: {
      application_name: options.applicationName ?? "jetwire",
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      TimeZone: "UTC",
    },
    types: { bigint: exactNumber },
  });
}

const exactNumber: postgres.PostgresType<number> = {
  to: 20,
  from: [20],
  serialize: (value: number) => value.toString(),
  parse: parseBigint,
};

function parseBigint(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} does not fit a number exactly`);
}
