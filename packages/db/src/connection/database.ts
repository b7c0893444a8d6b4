import { DeadlineError, type Logger, pause, withDeadline } from "@jetwire/runtime";
import postgres from "postgres";
import { createSlots } from "./slots.ts";
import { cancelQuery, trackQueries } from "./query-tracking.ts";

/**
 * Where SQL goes: a pool, a transaction or a reserved connection. Values come back as: uuid and
 * text as strings, timestamptz as Date, int8 as number (an unsafe one is an error, never rounded).
 */
export type Sql = postgres.Sql<{ bigint: number }>;

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface DatabaseOptions {
  readonly log: Logger;
  /** Connections at most. */
  readonly max?: number;
  /** The server's own limit for a statement; 0 for none. */
  readonly statementTimeoutMs?: number;
  /**
   * Whether each query is planned for its values, or once for any. Each costs more by the partitions
   * and indexes that may serve, but finds which do; a plan for any is kept by each connection, in
   * memory by the partitions there are, so it is for a few queries that are asked again and again.
   * Unless told Postgres decides.
   */
  readonly plans?: "each" | "once";
  /** What `pg_stat_activity` shows. */
  readonly applicationName?: string;
}

/** A pool that outlives its connections: `sql` is always the pool in force, so don't keep a copy. */
export interface Database extends AsyncDisposable {
  readonly sql: Sql;
  /**
   * Runs queries for at most `ms`, waiting for a connection included. Postgres frozen or behind a dead network answers nothing, not
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
const connectionsDefault = 10;
const lifetimeSeconds = 30 * 60;
const reconnectSecondsMax = 1;

/** Opens a pool; connections are made when first needed, so Postgres may still be away. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  let pool = createPool(url, options);
  // As many as there are connections. What the library queues can't be taken back.
  const slots = createSlots(options.max ?? connectionsDefault);

  function replace(hung: Sql): void {
    if (hung !== pool) return;
    options.log.error("postgres did not answer a cancellation, replacing the connections");
    pool = createPool(url, options);
    // Rejects what still waits in the old pool after its last moment; nobody waits for the end.
    hung.end({ timeout: endSeconds }).catch(() => {});
  }

  async function withQueryDeadline<T>(work: (sql: Sql) => Promise<T>, ms: number): Promise<T> {
    const began = performance.now();
    const giveBack = await slots.take(ms);
    const used = pool;
    const tracked = trackQueries(used);
    const done = work(tracked.sql);
    try {
      const leftMs = Math.max(1, Math.ceil(ms - (performance.now() - began)));
      return await withDeadline(done, leftMs, "query");
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      for (const query of tracked.unfinished()) cancelQuery(query);
      if (!(await settlesWithin(done, cancelGraceMs))) replace(used);
      throw error;
    } finally {
      giveBack();
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
  // Said without the address: it may hold a password, and whoever catches this logs it.
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error("DATABASE_URL is not an address like postgres://user@host:5432/database");
  }
  return postgres(url, {
    max: options.max ?? connectionsDefault,
    connect_timeout: 5,
    // Seconds. The library's own back-off grows to twenty, long after the server is back.
    backoff: (retries: number) => Math.min(reconnectSecondsMax, 0.05 * 2 ** Math.min(retries, 10)),
    idle_timeout: 60,
    // The server's side of prepared statements grows with a connection's age.
    max_lifetime: lifetime,
    onnotice: (notice) => options.log.debug({ code: notice.code }, notice.message ?? "notice"),
    debug: false,
    ...onePerConnection,
    connection: {
      application_name: options.applicationName ?? "jetwire",
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      TimeZone: "UTC",
      ...(options.plans !== undefined && { plan_cache_mode: planModes[options.plans] }),
    },
    types: { bigint: exactNumber },
  });
}

/**
 * No query is sent ahead of another's answer: it would wait behind a slow one and be cancelled in
 * its place, and queued ones would starve, since the library looks at its queue only when a
 * connection has nothing left to answer. (An option that its types don't list.)
 */
const onePerConnection = { max_pipeline: 0 };

const planModes = { each: "force_custom_plan", once: "force_generic_plan" } as const;

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

async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return await Promise.race([settled, pause(ms).then(() => false)]);
}
