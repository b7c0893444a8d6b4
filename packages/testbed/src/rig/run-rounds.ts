import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "@jetwire/db";
import { startRedis } from "@jetwire/launcher";
import { createRedisOpener } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createRandom } from "@jetwire/simulator";
import { type Deployment, startDeployment } from "../deployment.ts";
import { jetwire } from "../jetwire.ts";
import { createPersistentFeeder } from "../persistent-feeder.ts";
import { until } from "../until.ts";
import { startBalancer } from "./balancer.ts";
import { connectResuming, connectToRooms, type RigClient } from "./clients.ts";
import { faults, faultsAndLosses, type Victims } from "./faults.ts";

/*
 * Accounts with stations of their own and clients of theirs behind a balancer with three gateways;
 * a feeder that never stops; a fault a round, or two at once. In the end every client must have what
 * the record has of its account's stations, no more and no less.
 */

export interface RigOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Whether Redis loses everything now and then. */
  readonly losses: boolean;
  /** Gets a line a round. */
  readonly log: (line: string) => void;
}

/** What one client has, against the record. */
export interface ClientFigures {
  readonly account: string;
  readonly stored: number;
  readonly missing: number;
  readonly foreign: number;
  readonly outOfOrder: number;
  readonly repeated: number;
  readonly connects: number;
  readonly resumes: number;
  readonly gaps: number;
}

export interface RigFigures {
  readonly offered: number;
  readonly stored: number;
  readonly resuming: readonly ClientFigures[];
  /** Clients of the plain adapter's rooms under the same faults. */
  readonly control: readonly ClientFigures[];
  /** How often each fault was done. */
  readonly faults: Readonly<Record<string, number>>;
}

const accounts = {
  alice: ["RIG-A1", "RIG-A2", "RIG-A3"],
  bob: ["RIG-B1", "RIG-B2"],
  carol: ["RIG-C1"],
};
const nobodys = "RIG-X1";
const gatewaysCount = 3;
const ratePerSecond = 200;
const settleMsMax = 45_000;

export async function runRounds({ seed, rounds, losses, log }: RigOptions): Promise<RigFigures> {
  await using stack = new AsyncDisposableStack();
  const random = createRandom(seed, "faults");
  const dir = await mkdtemp(join(tmpdir(), "jetwire-rig-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const server = { running: await startRedis({ dir, port: 0, log: () => {} }), dir };
  stack.defer(() => server.running.stop());
  const redisUrl = server.running.url;
  const jw = stack.use(await startDeployment({ gateways: 0, redisUrl }));
  const opener = createRedisOpener(redisUrl, createLogger("rig", "silent"), createMetrics({}));
  const redis = stack.use(await opener.open("request"));
  const balancer = stack.use(await startBalancer(createRandom(seed, "balancer")));
  const victims: Victims = {
    random,
    balancer,
    gateways: [],
    startGateway: () => jw.startGateway(),
    redis,
    server,
  };
  for (let i = 0; i < gatewaysCount; i++) {
    const gateway = await jw.startGateway();
    victims.gateways.push(gateway);
    balancer.add(gateway.port);
  }
  const clients: { account: string; resuming: boolean; client: RigClient }[] = [];
  for (const [account, idents] of Object.entries(accounts)) {
    const { apiKey, stationIds } = await addFeeder(jw, account, idents);
    for (let i = 0; i < 2; i++) {
      const client = stack.use(connectResuming(balancer.url, apiKey));
      clients.push({ account, resuming: true, client });
    }
    const client = stack.use(connectToRooms(balancer.url, stationIds));
    clients.push({ account, resuming: false, client });
  }
  await until("all clients to be connected", () =>
    clients.every(({ client }) => client.connects > 0),
  );

  const idents = [...Object.values(accounts).flat(), nobodys];
  const ingestUrl = `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`;
  const feeder = createPersistentFeeder(ingestUrl, idents, ratePerSecond);
  const stop = new AbortController();
  const feeding = feeder.run(stop.signal);
  const done: Record<string, number> = {};
  const possible = losses ? faultsAndLosses : faults;
  const names = Object.keys(possible);
  for (let round = 1; round <= rounds; round++) {
    const chosen = new Set([
      random.pick(names),
      ...(random.chance(0.3) ? [random.pick(names)] : []),
    ]);
    const before = feeder.acknowledged + random.integer(40, 160);
    await until("messages between faults", () => feeder.acknowledged >= before, 60_000);
    await Promise.all([...chosen].map(async (name) => await possible[name]?.(victims)));
    for (const name of chosen) done[name] = (done[name] ?? 0) + 1;
    log(`round ${round}: ${[...chosen].join(" + ")}; ${feeder.acknowledged} acknowledged`);
  }
  const last = feeder.acknowledged + 100;
  await until("messages after the last fault", () => feeder.acknowledged >= last, 60_000);
  stop.abort();
  await feeding;

  const { sql } = jw.database;
  await until(
    "everything acknowledged to be stored",
    async () => (await countStored(sql)) >= feeder.offered.length,
    settleMsMax,
  );
  const stored = new Map<string, ReadonlySet<string>>();
  for (const account of Object.keys(accounts)) stored.set(account, await storedOf(sql, account));
  const resuming = clients.filter((one) => one.resuming);
  const settled = () =>
    resuming.every(({ account, client }) => {
      const own = stored.get(account) ?? new Set();
      return countAbsent(own, client.receipts.ids) === 0;
    });
  // Whoever is still short of something then is short of it for good: the figures tell.
  await until("the feeds to catch up", settled, settleMsMax).catch(() => {});
  const figures = clients.map(({ account, resuming: isResuming, client }) => ({
    isResuming,
    figures: figuresOf(account, client, stored.get(account) ?? new Set()),
  }));
  return {
    offered: feeder.offered.length,
    stored: await countStored(sql),
    resuming: figures.filter((one) => one.isResuming).map((one) => one.figures),
    control: figures.filter((one) => !one.isResuming).map((one) => one.figures),
    faults: done,
  };
}

async function addFeeder(
  jw: Deployment,
  account: string,
  idents: readonly string[],
): Promise<{ apiKey: string; stationIds: number[] }> {
  await jetwire(jw, "accounts", "add", account);
  const stationIds: number[] = [];
  for (const ident of idents) {
    const added = await jetwire(jw, "stations", "add", ident, "--account", account);
    stationIds.push((added as { id: number }).id);
  }
  const issued = await jetwire(jw, "keys", "issue", "--account", account);
  return { apiKey: (issued as { key: string }).key, stationIds };
}

async function countStored(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from messages`;
  return row?.count ?? 0;
}

async function storedOf(sql: Sql, account: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select m.id from messages m join stations s on s.id = m.station_id
    join accounts a on a.id = s.account_id where a.username = ${account}`;
  return new Set(rows.map(({ id }) => id));
}

function figuresOf(
  account: string,
  { receipts, connects, resumes, gaps }: RigClient,
  stored: ReadonlySet<string>,
): ClientFigures {
  return {
    account,
    stored: stored.size,
    missing: countAbsent(stored, receipts.ids),
    foreign: countAbsent(receipts.ids, stored),
    outOfOrder: receipts.outOfOrder,
    repeated: receipts.repeated,
    connects,
    resumes,
    gaps,
  };
}

function countAbsent(wanted: Iterable<string>, there: ReadonlySet<string>): number {
  return [...wanted].filter((id) => !there.has(id)).length;
}
