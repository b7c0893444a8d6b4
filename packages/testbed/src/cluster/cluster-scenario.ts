import { createKeys, type Keys } from "@jetwire/redis";
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
  type Listener,
  listenToFeed,
  listenToFirehose,
  listenToRooms,
} from "../clients/listener.ts";

/*
 * All of Jetwire on a Redis Cluster, each worker twice, two ingests with feeders of their own, and
 * clients of every kind; to do things to it under load and see what became of every message.
 */

/** An account's stations and whoever listens to them. */
export interface ScenarioAccount {
  readonly name: string;
  readonly stationIds: readonly number[];
  readonly feeder: PersistentFeeder;
  /** Two on different gateways. */
  readonly feeds: readonly Listener[];
  readonly rooms: Listener;
}

export interface ClusterScenario extends AsyncDisposable {
  readonly cluster: RedisCluster;
  readonly jw: Deployment;
  readonly keys: Keys;
  readonly accounts: readonly ScenarioAccount[];
  readonly firehose: Listener;
  /** Stops one replica of a worker and starts another, with variables of its own. */
  replaceWorker(name: WorkerName, environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Starts an ingest anew on its journal and port, with variables of its own. */
  restartIngest(which: number, environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends the feeders; resolves once all they were told to send is acknowledged. */
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
        // The firehose is to show whether it flows, not what it leaves out.
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
    const feeds = [firstGateway, otherGateway].map((url) => stack.use(listenToFeed(url, apiKey)));
    const rooms = stack.use(listenToRooms(otherGateway, stationIds));
    const url = urls[opened.length % urls.length] ?? "";
    opened.push({
      name,
      stationIds,
      feeder: createPersistentFeeder(url, idents, rate),
      feeds,
      rooms,
    });
  }
  const firehose = stack.use(listenToFirehose(firstGateway));
  const stop = new AbortController();
  const feeding = Promise.all(opened.map(({ feeder }) => feeder.run(stop.signal)));
  stack.defer(() => stop.abort());
  await untilDelivered({ accounts: opened, firehose }, beginnings(opened), 30_000);
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
      if (before === undefined) throw new Error("there is no such ingest");
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

/** How many messages each account's feeder has offered. */
export type Mark = ReadonlyMap<string, number>;

export function markOffered(world: Pick<ClusterScenario, "accounts">): Mark {
  return new Map(world.accounts.map(({ name, feeder }) => [name, feeder.offered.length]));
}

function beginnings(opened: readonly ScenarioAccount[]): Mark {
  return new Map(opened.map(({ name }) => [name, 0]));
}

/**
 * Waits until of every station a message that was offered after a mark has come by every way to
 * clients: feeds, room, firehose.
 *
 * @throws when it hasn't in time, naming what is missing.
 */
export async function untilDelivered(
  world: Pick<ClusterScenario, "accounts" | "firehose">,
  mark: Mark,
  msMax: number,
): Promise<void> {
  try {
    await until("everything to flow", () => missing(world, mark).length === 0, msMax);
  } catch (error) {
    throw new Error(`nothing came by ${missing(world, mark).join(", ")}`, { cause: error });
  }
}

function missing(
  { accounts: all, firehose }: Pick<ClusterScenario, "accounts" | "firehose">,
  mark: Mark,
): string[] {
  return all.flatMap(({ name, feeder, stationIds, feeds, rooms }) => {
    const since = feeder.offered.slice(mark.get(name));
    const ways = [...feeds.map((feed) => ["feed", feed] as const), ["room", rooms] as const];
    return [...ways, ["firehose", firehose] as const].flatMap(([way, { texts }]) =>
      stationIds
        .filter(
          (_, at) => !since.some((text) => texts.has(text) && isOf(text, at, stationIds.length)),
        )
        .map((id) => `${name} ${way} of station ${id}`),
    );
  });
}

/** A feeder's stations take turns. */
function isOf(text: string, station: number, stations: number): boolean {
  return Number(text.split(" ").at(-1)) % stations === station;
}
