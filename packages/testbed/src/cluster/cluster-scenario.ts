import type { Message } from "@jetwire/protocol";
import { createKeys, type Keys } from "@jetwire/redis";
import { readinessOf } from "@jetwire/runtime";
import { addFeeder } from "../deployment/add-feeder.ts";
import {
  type Deployment,
  type DeploymentOptions,
  startDeployment,
  type WorkerName,
} from "../deployment/deployment.ts";
import { createPersistentFeeder, type PersistentFeeder } from "../feeding/persistent-feeder.ts";
import { type RedisCluster, startRedisCluster } from "../servers/redis-cluster.ts";
import { until } from "../checks/until.ts";
import {
  connectToFeed,
  connectToFirehose,
  connectToRooms,
  type ReconnectingClient,
} from "../clients/reconnecting-client.ts";

/*
 * All of Jetwire on a Redis Cluster: each worker twice, two ingests with feeders, and clients of every
 * kind. Tests inject faults under load and then count the messages that were stored and delivered.
 */

/** An account with its stations, feeder and clients. */
interface ScenarioAccount {
  readonly name: string;
  readonly stationIds: readonly number[];
  readonly feeder: PersistentFeeder;
  /** Two clients, on different gateways. */
  readonly feeds: readonly ReconnectingClient[];
  readonly rooms: ReconnectingClient;
}

export interface ClusterScenario extends AsyncDisposable {
  readonly cluster: RedisCluster;
  readonly jw: Deployment;
  readonly keys: Keys;
  readonly accounts: readonly ScenarioAccount[];
  readonly firehose: ReconnectingClient;
  /** Stops one replica of a worker and starts another with these variables. */
  replaceWorker(name: WorkerName, environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Restarts an ingest on its journal and port, with these variables. */
  restartIngest(which: number, environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops the feeders. Resolves once everything they sent is acknowledged. */
  endFeeding(): Promise<void>;
}

export interface ClusterScenarioOptions {
  readonly ratePerSecond: number;
  readonly partitions?: number;
  readonly nodeTimeoutMs?: number;
  readonly database?: NonNullable<DeploymentOptions["database"]>;
}

const accounts = {
  alice: ["CLU-A1", "CLU-A2", "CLU-A3"],
  bob: ["CLU-B1", "CLU-B2", "CLU-B3"],
  carol: ["CLU-C1", "CLU-C2"],
};
const each: Readonly<Record<WorkerName, number>> = {
  persister: 2,
  fanout: 2,
  sampler: 2,
  chores: 1,
};

export async function startClusterScenario(
  options: ClusterScenarioOptions,
): Promise<ClusterScenario> {
  const { ratePerSecond, partitions = 4, nodeTimeoutMs, database } = options;
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(
    await startRedisCluster(nodeTimeoutMs === undefined ? {} : { nodeTimeoutMs }),
  );
  const jw = stack.use(
    await startDeployment({
      redisUrl: cluster.url,
      workers: { persister: 0, fanout: 0, sampler: 0 },
      environment: {
        STREAM_PARTITIONS: String(partitions),
        // No message may be missing from the firehose because of sampling.
        SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
      },
      ...(database === undefined ? {} : { database }),
    }),
  );
  const workers = new Map<WorkerName, AsyncDisposable[]>();
  for (const [name, count] of Object.entries(each) as [WorkerName, number][]) {
    const started = Array.from({ length: count }, () => jw.startWorker(name));
    workers.set(name, await Promise.all(started));
  }
  const ingests = [await jw.startIngest("a"), await jw.startIngest("b")];
  const urls = ingests.map(({ httpPort }) => `http://127.0.0.1:${httpPort}/v1/ingest`);
  const [firstGateway = "", otherGateway = ""] = jw.gatewayUrls;
  const opened: ScenarioAccount[] = [];
  const rate = ratePerSecond / Object.keys(accounts).length;
  for (const [name, idents] of Object.entries(accounts)) {
    const { apiKey, stationIds } = await addFeeder(jw, name, ...idents);
    const feeds = [firstGateway, otherGateway].map((url) =>
      stack.use(connectToFeed(url, apiKey, textOf)),
    );
    const rooms = stack.use(connectToRooms(otherGateway, stationIds, textOf));
    const url = urls[opened.length % urls.length] ?? "";
    opened.push({
      name,
      stationIds,
      feeder: createPersistentFeeder(url, idents, rate),
      feeds,
      rooms,
    });
  }
  const firehose = stack.use(connectToFirehose(firstGateway, textOf));
  const stop = new AbortController();
  const feeding = Promise.all(opened.map(({ feeder }) => feeder.run(stop.signal)));
  stack.defer(() => stop.abort());
  await untilFeedsDelivered({ jw, accounts: opened, firehose }, beginnings(opened), 90_000);
  const all = stack.move();
  return {
    cluster,
    jw,
    keys: createKeys(jw.namespace),
    accounts: opened,
    firehose,
    async replaceWorker(name, environment) {
      const running = workers.get(name) ?? [];
      running.push(await jw.startWorker(name, environment));
      await running.shift()?.[Symbol.asyncDispose]();
    },
    async restartIngest(which, environment = {}) {
      const before = ingests[which];
      if (before === undefined) throw new Error(`There is no ingest ${which}`);
      await before[Symbol.asyncDispose]();
      const port = { INGEST_HTTP_PORT: String(before.httpPort) };
      ingests[which] = await jw.startIngest(which === 0 ? "a" : "b", { ...port, ...environment });
    },
    async endFeeding() {
      stop.abort();
      await feeding;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** How many messages each account's feeder has offered, by account. */
export type OfferedCounts = ReadonlyMap<string, number>;

export function markOffered(scenario: Pick<ClusterScenario, "accounts">): OfferedCounts {
  return new Map(scenario.accounts.map(({ name, feeder }) => [name, feeder.offered.length]));
}

function beginnings(opened: readonly ScenarioAccount[]): OfferedCounts {
  return new Map(opened.map(({ name }) => [name, 0]));
}

/**
 * Waits until every kind of client (feeds, rooms, firehose) has received, for each station, a message
 * that was offered after the mark.
 *
 * @throws Error that names the missing ones and the services that are not ready, if it takes longer than `msMax`
 */
export async function untilFeedsDelivered(
  scenario: Pick<ClusterScenario, "jw" | "accounts" | "firehose">,
  mark: OfferedCounts,
  msMax: number,
): Promise<void> {
  try {
    await until("messages on every path", () => missing(scenario, mark).length === 0, msMax);
  } catch (error) {
    const names = missing(scenario, mark).join(", ");
    const reasons = await notReady(scenario.jw);
    throw new Error(`no message received by ${names}; not ready: ${reasons}`, { cause: error });
  }
}

/** Returns the services that are not ready, with the reason of each. */
async function notReady({ health }: Deployment): Promise<string> {
  const { services } = await readinessOf(health);
  return JSON.stringify(Object.entries(services).filter(([, { ready }]) => !ready));
}

function missing(
  { accounts: all, firehose }: Pick<ClusterScenario, "accounts" | "firehose">,
  mark: OfferedCounts,
): string[] {
  return all.flatMap(({ name, feeder, stationIds, feeds, rooms }) => {
    const since = feeder.offered.slice(mark.get(name));
    const ways = [...feeds.map((feed) => ["feed", feed] as const), ["room", rooms] as const];
    return [...ways, ["firehose", firehose] as const].flatMap(([way, { receipts }]) =>
      stationIds
        .filter(
          (_, at) =>
            !since.some((text) => receipts.keys.has(text) && isOf(text, at, stationIds.length)),
        )
        .map((id) => `${name} ${way} of station ${id}`),
    );
  });
}

/** A feeder sends for its stations in turn. */
function isOf(text: string, station: number, stations: number): boolean {
  return Number(text.split(" ").at(-1)) % stations === station;
}

/** Texts are unique here, and stay the same if a lost message is dispatched again under another id. */
function textOf({ text }: Message): string {
  return text ?? "";
}
