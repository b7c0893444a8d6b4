import { Database, type DatabaseOptions, readTimeMs } from "@jetwire/db";
import {
  type Channels,
  createChannels,
  createRedisOpener,
  type GroupOptions,
  openStores,
  readRedisTimeMs,
  type RedisConnection,
  type RedisOpener,
  type RedisRole,
  reportProcess,
  type ReportingProcess,
  type RestoreDesk,
  runGroup,
  type Stores,
  watchRedis,
} from "@jetwire/redis";
import {
  type ClockSkew,
  createTaskGroup,
  type Logger,
  pause,
  type ProcessContext,
  type TaskGroup,
  watchClock,
} from "@jetwire/runtime";

/** The variables that every service reads. */
export interface ServiceConfig {
  readonly REDIS_URL: string;
  readonly JETWIRE_NAMESPACE: string;
  readonly STREAM_PARTITIONS: number;
  readonly STREAM_STALL_MS_MAX: number;
  /** How long a command of a `limiter` connection waits, ms; 150 for services without this variable. */
  readonly REDIS_LIMITER_MS_MAX?: number;
  readonly DATABASE_URL: string;
}

export interface ServiceOptions {
  /** The role of the connection to which the stores are bound. */
  readonly redis: Extract<RedisRole, "request" | "append">;
  /** Whether the process is not ready while Redis may evict keys; true by default. */
  readonly evictionFailsReadiness?: boolean;
  /** The service's pool of connections to Postgres; named after the service. */
  readonly database: Omit<DatabaseOptions, "log" | "applicationName">;
}

/** Says more about a service while it runs. */
export interface ServiceReporting extends Pick<ReportingProcess, "figures" | "onReported"> {
  /** Called after each comparison of clocks with those that succeeded. */
  readonly onClocksCompared?: (skews: readonly ClockSkew[]) => void;
}

const pausedCheckMs = 500;

/** The parts of `runGroup` that differ between services. */
type OwnGroupOptions = Pick<GroupOptions, "group" | "entriesMax" | "handle" | "refuse" | "log"> &
  Partial<Pick<GroupOptions, "withDetails" | "tickMs" | "lateMsMax" | "outbox">>;

/**
 * Opens what every service has: a pool of Postgres and a connection of Redis, which is watched. Both may be unavailable.
 *
 * A service is *opening* until `run` is called; if it fails before, its disposal closes what was opened. `run` makes it
 * *running*: it appears in the list of processes, its clock is compared, and what `run` returned closes it.
 *
 * @throws ConfigError when Redis may evict keys
 */
export async function openService(
  config: ServiceConfig,
  context: ProcessContext,
  { redis: role, evictionFailsReadiness = true, database: pool }: ServiceOptions,
): Promise<OpenService> {
  await using stack = new AsyncDisposableStack();
  const { identity, log, metrics } = context;
  const applicationName = `jetwire-${identity.service}`;
  const database = stack.use(new Database(config.DATABASE_URL, { ...pool, log, applicationName }));
  const { REDIS_URL, REDIS_LIMITER_MS_MAX } = config;
  const opener = createRedisOpener(REDIS_URL, log, metrics, REDIS_LIMITER_MS_MAX);
  const redis = stack.use(await opener.open(role));
  await untilReleased(openStores(redis, config.JETWIRE_NAMESPACE).restoreDesk, log);
  stack.use(await watchRedis(redis, context, { failsReadiness: evictionFailsReadiness }));
  return new OpenService(config, context, { database, opener, redis }, stack.move());
}

/** Waits while a back-up is restored. Without Redis a service starts all the same. */
async function untilReleased(
  { arePaused }: Pick<RestoreDesk, "arePaused">,
  log: Logger,
): Promise<void> {
  for (let isLogged = false; await arePaused().catch(() => false); isLogged = true) {
    if (!isLogged) log.warn("a back-up is restored: waiting for its end");
    await pause(pausedCheckMs);
  }
}

/** A service that opens or runs. What it opens first, it closes last. */
export class OpenService implements AsyncDisposable {
  readonly database: Database;
  readonly opener: RedisOpener;
  readonly redis: RedisConnection;
  readonly stores: Stores;
  /** Has what the service opens. */
  readonly stack: AsyncDisposableStack;
  readonly #config: ServiceConfig;
  readonly #context: ProcessContext;
  /** Ends last, so that a process which drains is still in the list of processes. */
  readonly #watches: TaskGroup;

  constructor(
    config: ServiceConfig,
    context: ProcessContext,
    opened: Pick<OpenService, "database" | "opener" | "redis">,
    stack: AsyncDisposableStack,
  ) {
    this.database = opened.database;
    this.opener = opened.opener;
    this.redis = opened.redis;
    this.stores = openStores(opened.redis, config.JETWIRE_NAMESPACE);
    this.stack = stack;
    this.#config = config;
    this.#context = context;
    this.#watches = this.openTasks();
  }

  /** Opens a group of tasks. They end when it is their turn among what the service has opened. */
  openTasks(): TaskGroup {
    return this.stack.use(createTaskGroup(this.#context.fail));
  }

  /** Opens the channels of Redis, which have a connection of their own. */
  async openChannels(): Promise<Channels> {
    return createChannels(this.stack.use(await this.opener.open("subscriber")));
  }

  /** Reads the message stream for a group until the signal aborts. */
  async readGroup(own: OwnGroupOptions, signal: AbortSignal): Promise<void> {
    const { opener, stores } = this;
    const { metrics, health, identity } = this.#context;
    const { STREAM_PARTITIONS: partitions, STREAM_STALL_MS_MAX: stallMsMax } = this.#config;
    const shared = { opener, keys: stores.keys, partitions, stallMsMax, metrics, health };
    await runGroup({ ...own, ...shared, replica: identity.replica }, signal);
  }

  /** Starts to compare clocks and to report the process. @returns what closes the service */
  run({ onClocksCompared, ...report }: ServiceReporting = {}): AsyncDisposable {
    const { redis, database, stores } = this;
    const { identity, health } = this.#context;
    const clocks = { Redis: () => readRedisTimeMs(redis), Postgres: () => readTimeMs(database) };
    const onCompared = onClocksCompared && { onCompared: onClocksCompared };
    this.#watches.run((signal) => watchClock(clocks, this.#context, signal, onCompared));
    const self: ReportingProcess = {
      ...identity,
      health,
      ...report,
      onReported: (isDrained) => {
        report.onReported?.(isDrained);
        void this.#endIfPaused();
      },
    };
    this.#watches.run((signal) => reportProcess(stores.processes, self, signal));
    const running = this.stack.move();
    return { [Symbol.asyncDispose]: () => running.disposeAsync() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stack.disposeAsync();
  }

  /** Ends the process while a back-up is restored: what it knows is of another database than the one that comes. */
  async #endIfPaused(): Promise<void> {
    if (await this.stores.restoreDesk.arePaused().catch(() => false)) {
      this.#context.fail(
        new Error("a back-up is restored: the process ends, and waits at its next start"),
      );
    }
  }
}
