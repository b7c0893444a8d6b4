import type postgres from "postgres";

/**
 * Runs SQL on a pool or a connection. uuid and text are returned as strings, timestamptz as
 * ISO 8601 text, and int8 as number (an unsafe one is an error, never rounded). Names of columns are in camel case.
 */
export type Sql = postgres.Sql<{ bigint: number }>;

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
