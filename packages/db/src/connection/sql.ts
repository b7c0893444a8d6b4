import type postgres from "postgres";

/**
 * Runs SQL on a pool or a connection. uuid and text are returned as strings, timestamptz as Date, and
 * int8 as number (an unsafe one is an error, never rounded).
 */
export type Sql = postgres.Sql<{ bigint: number }>;

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
