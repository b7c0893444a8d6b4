import { type Database, isUnavailable, type Sql } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";

/** Runs queries for a request that waits. @throws AppError `unavailable` when Postgres is away. */
export type Read = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

export interface Readers {
  readonly read: Read;
  /** For what is asked for by an id or a key: its query is planned once for all. */
  readonly readByKey: Read;
}

/** Longer than the server's own limit for a statement, so that this one is for a server that hangs. */
export const statementMsMax = 2_000;
const readMsMax = 2_500;

export function createRead(database: Database): Read {
  return async (work) => {
    try {
      return await database.withQueryDeadline(work, readMsMax);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new AppError("unavailable", "The database doesn't answer, try again shortly", {
        cause: error,
      });
    }
  };
}
