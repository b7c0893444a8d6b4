import type { Sql } from "@jetwire/db";

/** Runs queries within this service's deadline. @throws when Postgres does not answer in time. */
export type Query = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
