import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "@jetwire/db";
import { startRedis } from "@jetwire/launcher";
import { createKeys } from "@jetwire/redis";
import { createSeededRandom, type SeededRandom } from "@jetwire/simulator";
import { addFeeder } from "../deployment/add-feeder.ts";
import { type Deployment, startDeployment } from "../deployment/deployment.ts";
import { type GatewayProcess, startGatewayProcess } from "../deployment/gateway-process.ts";
import { createPersistentFeeder, type PersistentFeeder } from "../feeding/persistent-feeder.ts";
import { openTestRedis } from "../servers/test-redis.ts";
import { until } from "../checks/until.ts";
import { startBalancer } from "./balancer.ts";
import {
  connectToFeed,
  connectToRooms,
  type ReconnectingClient,
} from "../clients/reconnecting-client.ts";
import { faults, faultsWithDataLoss, type FaultTargets } from "./faults.ts";
import { followStream } from "../clients/stream-follower.ts";
import { countStored, figuresOf, type RigFigures, storedOf, unreportedOf } from "./figures.ts";
import { broadWatches, watchQuery } from "./watched-stations.ts";

/*
 * Accounts with stations and clients, behind a balancer with three gateways, and a feeder that sends
 * all the time. Each round injects one fault or two. In the end every client must have exactly the
 * messages that Postgres has of its account's stations.
 */

export interface RigOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Whether Redis may lose all its data. */
  readonly losses: boolean;
  /** Called with one line per round. */
  readonly log: (line: string) => void;
}

const accounts = {
  alice: ["RIG-A1", "RIG-A2", "RIG-A3"],
  bob: ["RIG-B1", "RIG-B2"],
  carol: ["RIG-C1"],
};
const unclaimed = "RIG-X1";
const gatewaysCount = 3;
/** All clients have one address, and several belong to one account. */
const gatewayEnvironment = {
  GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1000",
  ...broadWatches,
  LOG_LEVEL: "error",
};
const ratePerSecond = 200;
const catchUpMsMax = 45_000;

/** Runs the rounds and compares what every client received with Postgres. */
export async function runFaultRounds(options: RigOptions): Promise<RigFigures> {
  await using stack = new AsyncDisposableStack();
  const { jw, targets } = await startTargets(stack, options.seed);
  const clients = await connectClients(stack, jw, targets.balancer.url);
  await until("all clients to be connected", () =>
    clients.every(({ client }) => client.connects > 0),
  );
  const idents = [...Object.values(accounts).flat(), unclaimed];
  const ingestUrl = `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`;
  const feeder = createPersistentFeeder(ingestUrl, idents, ratePerSecond);
  const stop = new AbortController();
  const feeding = feeder.run(stop.signal);
  const done = await injectFaults(targets, feeder, options);
  stop.abort();
  await feeding;
  const figures = await finalFigures(jw.database.sql, clients, feeder.offered.length);
  return { offered: feeder.offered.length, ...figures, faults: done };
}

/** Starts three gateway processes behind a balancer, on a Redis of their own. */
async function startTargets(
  stack: AsyncDisposableStack,
  seed: number,
): Promise<{ jw: Deployment; targets: FaultTargets }> {
  const dir = await mkdtemp(join(tmpdir(), "jetwire-rig-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const server = { running: await startRedis({ dir, port: 0, log: () => {} }), dir };
  stack.defer(() => server.running.stop());
  const redisUrl = server.running.url;
  const jw = stack.use(await startDeployment({ gateways: 0, redisUrl }));
  const redis = stack.use(await openTestRedis(redisUrl));
  const balancer = stack.use(await startBalancer(createSeededRandom(seed, "balancer")));
  const startGateway = async (): Promise<GatewayProcess> =>
    stack.use(await startGatewayProcess(jw, gatewayEnvironment));
  const gateways: GatewayProcess[] = [];
  for (let i = 0; i < gatewaysCount; i++) {
    const gateway = await startGateway();
    gateways.push(gateway);
    balancer.add(gateway.port);
  }
  const random = createSeededRandom(seed, "faults");
  const keys = createKeys(jw.namespace);
  return { jw, targets: { random, balancer, gateways, startGateway, redis, keys, server } };
}

interface Connected {
  readonly account: string;
  /** A feed has everything; a watch has everything or reports a gap; a room has no replay. */
  readonly kind: "feed" | "watch" | "room";
  readonly client: ReconnectingClient;
}

/** Connects, per account, two feeds by Socket.IO and one by HTTP, a watch, and a client of the control group. */
async function connectClients(
  stack: AsyncDisposableStack,
  jw: Deployment,
  url: string,
): Promise<Connected[]> {
  const clients: Connected[] = [];
  for (const [account, idents] of Object.entries(accounts)) {
    const { apiKey, stationIds } = await addFeeder(jw, account, ...idents);
    const add = (kind: Connected["kind"], client: ReconnectingClient) =>
      clients.push({ account, kind, client: stack.use(client) });
    for (let i = 0; i < 2; i++) add("feed", connectToFeed(url, apiKey));
    add("feed", followStream(url, apiKey, "?source=feed"));
    add("watch", followStream(url, apiKey, watchQuery(stationIds)));
    add("room", connectToRooms(url, stationIds));
  }
  return clients;
}

/** Injects each fault once, then random ones. @returns how often each was injected. */
async function injectFaults(
  targets: FaultTargets,
  feeder: PersistentFeeder,
  { rounds, losses, log }: RigOptions,
): Promise<Record<string, number>> {
  const { random } = targets;
  const possible = losses ? faultsWithDataLoss : faults;
  const names = Object.keys(possible);
  const once = shuffled(names, random);
  const done: Record<string, number> = {};
  for (let round = 1; round <= rounds; round++) {
    const chosen = new Set([once.pop() ?? random.pick(names)]);
    if (random.chance(0.3)) chosen.add(random.pick(names));
    await untilAcknowledged(feeder, random.integer(40, 160));
    await Promise.all([...chosen].map(async (name) => await possible[name]?.(targets)));
    for (const name of chosen) done[name] = (done[name] ?? 0) + 1;
    log(`round ${round}: ${[...chosen].join(" + ")}; ${feeder.acknowledged} acknowledged`);
  }
  await untilAcknowledged(feeder, 100);
  return done;
}

function shuffled(names: readonly string[], random: SeededRandom): string[] {
  return names
    .map((name) => ({ name, order: random.fraction() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => name);
}

async function untilAcknowledged(feeder: PersistentFeeder, more: number): Promise<void> {
  const goal = feeder.acknowledged + more;
  await until("messages to be acknowledged", () => feeder.acknowledged >= goal, 60_000);
}

/** Waits until everything is stored and delivered, and returns the figures. */
async function finalFigures(
  sql: Sql,
  clients: readonly Connected[],
  offered: number,
): Promise<Pick<RigFigures, "stored" | "resuming" | "watching" | "control">> {
  const everything = async () => (await countStored(sql)) >= offered;
  await until("everything acknowledged to be stored", everything, catchUpMsMax);
  const stored = new Map<string, ReadonlySet<string>>();
  for (const account of Object.keys(accounts)) stored.set(account, await storedOf(sql, account));
  const ownOf = (account: string) => stored.get(account) ?? new Set<string>();
  const caughtUp = () =>
    clients.every(
      ({ account, kind, client }) =>
        kind === "room" || unreportedOf(client, ownOf(account)).length === 0,
    );
  // A message that is missing now is lost: it shows in the figures.
  await until("the feeds to catch up", caughtUp, catchUpMsMax).catch(() => {});
  const figuresOfAll = (wanted: Connected["kind"]) =>
    clients
      .filter(({ kind }) => kind === wanted)
      .map(({ account, client }) => figuresOf(account, client, ownOf(account)));
  return {
    stored: await countStored(sql),
    resuming: figuresOfAll("feed"),
    watching: figuresOfAll("watch"),
    control: figuresOfAll("room"),
  };
}
