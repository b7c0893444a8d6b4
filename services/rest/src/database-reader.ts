import { Database, type DatabaseOptions, isUnavailable, type Sql } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import type { RestConfig } from "./config.ts";

/** Runs queries of a request. @throws AppError `unavailable` if Postgres does not answer */
export type Read = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

export interface Readers {
  readonly read: Read;
  /** Runs queries by an id or a key, which are planned once for all values. */
  readonly readByKey: Read;
}

/** The databases of the service, with a reader for each. */
export interface Databases extends AsyncDisposable {
  readonly primary: Database;
  /** The replica to read from; null if there is none. */
  readonly replica: Database | null;
  /** Read the replica, or the primary if there is none. */
  readonly readers: Readers;
  /** Runs queries on the primary. */
  readonly write: Read;
}

/** Connections per pool. A query plan for all values takes memory in each connection. */
const connectionsMax = 8;
/** Shorter than `readMsMax`, which is for a server that hangs. */
const statementTimeoutMs = 2_000;
const readMsMax = 2_500;

/** The pool of the primary. */
export const primaryOptions = { max: connectionsMax, statementTimeoutMs, plans: "each" } as const;

/** Opens the databases besides the primary; they may be unavailable then. Disposal leaves the primary open. */
export function openDatabases(
  { DATABASE_URL, DATABASE_READ_URL = DATABASE_URL }: RestConfig,
  primary: Database,
  log: Logger,
): Databases {
  const stack = new AsyncDisposableStack();
  const options: DatabaseOptions = { ...primaryOptions, log, applicationName: "jetwire-rest" };
  const replica =
    DATABASE_READ_URL === DATABASE_URL ? null : stack.use(new Database(DATABASE_READ_URL, options));
  const readByKey = stack.use(new Database(DATABASE_READ_URL, { ...options, plans: "once" }));
  return {
    primary,
    replica,
    readers: { read: createRead(replica ?? primary), readByKey: createRead(readByKey) },
    write: createRead(primary),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Whether a query failed because Postgres cancelled its statement at `statement_timeout`. */
export function isStatementTimeout(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "57014";
}

function createRead(database: Database): Read {
  return async (work) => {
    try {
      return await database.withQueryDeadline(work, readMsMax);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new AppError("unavailable", "The database is not available, try again shortly", {
        cause: error,
      });
    }
  };
}
