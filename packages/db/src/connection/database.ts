import {
  createSemaphore,
  DeadlineError,
  type Logger,
  outsideRequests,
  pause,
  withDeadline,
} from "@jetwire/runtime";
import postgres from "postgres";
import { cancelQuery, trackQueries } from "./query-tracking.ts";
import { rowReading } from "./row-reading.ts";
import type { Sql } from "./sql.ts";

export type { Fragment, Sql } from "./sql.ts";

export interface DatabaseOptions {
  readonly log: Logger;
  /** The most connections; 10 by default. */
  readonly max?: number;
  /** The server's own limit for a statement, ms; 0 for none. */
  readonly statementTimeoutMs?: number;
  /**
   * Whether each query is planned for its values, or once for all values. Planning each costs time
   * with the number of partitions and indexes, but finds the best ones. A plan for all values is kept
   * per connection and takes memory with the number of partitions, so it suits few frequent queries.
   * By default Postgres decides.
   */
  readonly plans?: "each" | "once";
  /** The name in `pg_stat_activity`. */
  readonly applicationName?: string;
}

const cancelGraceMs = 1_000;
const endSeconds = 5;
const connectionsDefault = 10;
const lifetimeSeconds = 30 * 60;
const reconnectSecondsMax = 1;

/** Runs queries, within a deadline that its maker has chosen. */
export type RunQueries = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/**
 * A pool that may be replaced: `sql` is always the current one, so do not keep a copy. It connects when it is first used, so
 * Postgres may be unavailable still.
 *
 * Postgres *answers* → *hangs* (a cancellation was not answered: the pool is replaced, again and again while that goes on) →
 * *answers* (a query ended within its deadline).
 */
export class Database implements AsyncDisposable {
  readonly #url;
  readonly #options;
  // One permit per connection: a query that the library has queued cannot be withdrawn.
  readonly #connections;
  #pool;
  /** The time at which the first connections of the present outage were replaced, ms; null while Postgres answers. */
  #hungSinceMs: number | null = null;

  constructor(url: string, options: DatabaseOptions) {
    this.#url = url;
    this.#options = options;
    this.#pool = createPool(url, options);
    this.#connections = createSemaphore(options.max ?? connectionsDefault, {
      what: "a connection",
    });
  }

  get sql(): Sql {
    return this.#pool;
  }

  /**
   * Runs queries for at most `ms`, which includes waiting for a connection. A Postgres that is frozen
   * or behind a dead network does not answer at all: then the queries are cancelled, and if that
   * hangs as well, the pool is replaced.
   *
   * @param work gets the `sql` to use; queries that it starts elsewhere are not cancelled.
   * @throws DeadlineError; it is unknown whether the statements took effect.
   */
  async withQueryDeadline<T>(work: (sql: Sql) => Promise<T>, ms: number): Promise<T> {
    const began = performance.now();
    using permit = await this.#connections.acquire(ms);
    const used = this.#pool;
    const tracked = trackQueries(used);
    const done = work(tracked.sql);
    try {
      const leftMs = Math.max(1, Math.ceil(ms - (performance.now() - began)));
      const result = await withDeadline(done, leftMs, "query");
      this.#answered();
      return result;
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      for (const query of tracked.unfinished()) cancelQuery(query);
      if (!(await endsWithin(done, cancelGraceMs))) this.#replace(used);
      // The error names the whole time, not what the wait for a connection has left of it.
      throw new DeadlineError("query", ms);
    }
  }

  /** Returns true, or why Postgres does not answer; for readiness. */
  async answers(ms = 1_000): Promise<true | string> {
    try {
      await this.withQueryDeadline((sql) => sql`select 1`, ms);
      return true;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end({ timeout: endSeconds });
  }

  #replace(hung: Sql): void {
    if (hung !== this.#pool) return;
    // One line for an outage, however often the connections are replaced.
    const level = this.#hungSinceMs === null ? "error" : "debug";
    this.#options.log[level]("postgres did not answer a cancellation, replacing the connections");
    this.#hungSinceMs ??= performance.now();
    this.#pool = createPool(this.#url, this.#options);
    // Rejects what still waits in the old pool after this time; nothing waits for its end.
    hung.end({ timeout: endSeconds }).catch(() => {});
  }

  #answered(): void {
    if (this.#hungSinceMs === null) return;
    const seconds = Math.round((performance.now() - this.#hungSinceMs) / 1_000);
    this.#hungSinceMs = null;
    this.#options.log.info({ seconds }, "postgres answers again");
  }
}

/**
 * Creates a pool with the options that all pools share; `migrate` uses it directly.
 *
 * @param lifetime seconds until a connection is replaced, null for never
 */
export function createPool(
  url: string,
  options: DatabaseOptions,
  lifetime: number | null = lifetimeSeconds,
): Sql {
  // Without the address: it may contain a password, and the message is logged.
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error("DATABASE_URL is not an address like postgres://user@host:5432/database");
  }
  // A folder with a socket, percent-encoded as libpq has it, which the library does not decode.
  const { hostname } = new URL(url);
  const socketDir = /^(%2f[\w.-]+)+$/i.test(hostname) ? decodeURIComponent(hostname) : null;
  return postgres(url, {
    ...(socketDir !== null && { host: socketDir }),
    max: options.max ?? connectionsDefault,
    connect_timeout: 5,
    // Seconds. The library's own back-off grows to twenty, long after the server is back.
    backoff: (retries: number) => Math.min(reconnectSecondsMax, 0.05 * 2 ** Math.min(retries, 10)),
    // A connection that is never replaced may have a snapshot or a lock, which would end with it.
    idle_timeout: lifetime === null ? 0 : 60,
    // The server's side of prepared statements grows with a connection's age.
    max_lifetime: lifetime,
    // A connection belongs to no request, although the first one may have opened it.
    onnotice: ({ code, message }) =>
      outsideRequests(() => options.log.debug({ code }, message ?? "notice")),
    debug: false,
    ...onePerConnection,
    connection: {
      application_name: options.applicationName ?? "jetwire",
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      TimeZone: "UTC",
      ...(options.plans !== undefined && { plan_cache_mode: planModes[options.plans] }),
    },
    fetch_types: false,
    ...rowReading,
  });
}

/**
 * Sends no query before the answer to another one: it would wait behind a slow query and be cancelled
 * in its place, and queued queries would starve, because the library reads its queue only when a
 * connection has nothing left to answer. (The library's types lack this option.)
 */
const onePerConnection = { max_pipeline: 0 };

const planModes = { each: "force_custom_plan", once: "force_generic_plan" } as const;

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return await Promise.race([ended, pause(ms).then(() => false)]);
}
