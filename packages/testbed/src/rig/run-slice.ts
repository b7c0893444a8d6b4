import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "@jetwire/db";
import { createLogger, pause } from "@jetwire/runtime";
import { until } from "../checks/until.ts";
import {
  connectToFeed,
  connectToFirehose,
  connectToRooms,
  type ReconnectingClient,
} from "../clients/reconnecting-client.ts";
import { addFeeder } from "../deployment/add-feeder.ts";
import { jetwire } from "../deployment/jetwire.ts";
import { createPersistentFeeder, type PersistentFeeder } from "../feeding/persistent-feeder.ts";
import {
  checkSlice,
  type ClientLedger,
  type FeederLedger,
  type SliceEvidence,
  type SliceFigures,
  type StoredMessage,
} from "./check-slice.ts";
import { planFaults } from "./fault-plan.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import type { Span } from "./fleet-process.ts";
import { createExportFollower, createListFollower, type Follower } from "./follower.ts";
import { type InjectedFault, injectFault } from "./inject-fault.ts";
import { createTcpFeeder, createUdpFeeder, type LineFeeder } from "./line-feeder.ts";

/*
 * A slice of the long run: a fleet under load and planned faults, with feeders, feed clients, a
 * monitor, a viewer of the firehose and followers. In the end their ledgers are compared with Postgres.
 */

export interface SliceOptions {
  readonly seed: number;
  /** How long faults are injected. */
  readonly forMs: number;
  /** The mean time between two faults. */
  readonly meanMs: number;
  /** A new folder for data and logs, which stays if anything is violated. */
  readonly dir: string;
  /** Called with one line per fault. */
  readonly log: (line: string) => void;
}

export interface SliceResult extends SliceFigures {
  readonly faults: readonly InjectedFault[];
  /** How processes ended that no fault had killed, by name. */
  readonly endings: readonly string[];
  /** False if something was still missing after the last wait. */
  readonly isCaughtUp: boolean;
}

const ratePerSecond = { http: 15, udp: 8, tcp: 8 };
const firstMsMax = 120_000;
const catchUpMsMax = 90_000;
/** What a killed ingest has received and not yet written to its journal may be this old, on a busy machine. */
const unwrittenMs = 5_000;
const afterMs = 2_000;
/** How long after Redis was emptied entries are appended again. */
const appendedAgainMs = 60_000;

export async function runSlice(options: SliceOptions): Promise<SliceResult> {
  const { seed, forMs, meanMs, dir, log } = options;
  await mkdir(dir, { recursive: true });
  let isClean = false;
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    if (isClean) await rm(dir, { recursive: true, force: true });
  });
  const fleet = stack.use(await startFleet(dir, seed));
  const database = stack.use(
    openDatabase(fleet.databaseUrl, { log: createLogger("rig", "silent"), max: 2 }),
  );
  log("the fleet is ready");
  const actors = await startActors(fleet, stack);
  const choices = {
    processes: fleet.processes.map(({ name }) => name),
    links: fleet.links.map(({ name }) => name),
  };
  const faults = await injectPlanned(fleet, planFaults(seed, forMs, meanMs, choices), forMs, log);
  log("the faults are over");
  await actors.endFeeding();
  const isCaughtUp = await untilCaughtUp(actors, database);
  await actors.endFollowing();
  const evidence: SliceEvidence = {
    feeders: actors.feeders.map((one) => ledgerOf(one, fleet, faults)),
    stored: await readStored(database),
    clients: actors.clients.map(clientLedger),
    followers: actors.followers,
    lateStores: lateStores(fleet, faults),
    emptied: spansOf(faults, (one) => one.kind === "Redis emptied", 20_000, appendedAgainMs),
  };
  const figures = checkSlice(evidence);
  isClean = Object.values(figures.violations).every((count) => count === 0);
  if (!isClean) {
    await writeFile(join(dir, "evidence.json"), JSON.stringify({ ...evidence, faults }, sets));
  }
  const endings = fleet.processes.flatMap(({ name, endings: all }) =>
    all.filter((one) => !one.includes("SIGKILL")).map((one) => `${name} ${one}`),
  );
  return { ...figures, faults, endings, isCaughtUp };
}

function sets(_name: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value;
}

/** Injects each fault at its time; one that meets a target of another waits for its end. */
async function injectPlanned(
  fleet: Fleet,
  planned: ReturnType<typeof planFaults>,
  forMs: number,
  log: (line: string) => void,
): Promise<readonly InjectedFault[]> {
  const startMs = performance.now();
  const elapsedMs = () => performance.now() - startMs;
  const busy = new Map<string, Promise<unknown>>();
  const injected: InjectedFault[] = [];
  const running: Promise<void>[] = [];
  for (const fault of planned) {
    await pause(Math.max(0, fault.atMs - elapsedMs()));
    // A plan that a slow machine cannot keep up with ends with its time.
    if (elapsedMs() > forMs) break;
    const before = busy.get(fault.target);
    const run = async () => {
      await before;
      const done = await injectFault(fleet, fault);
      injected.push(done);
      const seconds = Math.round((done.toMs - done.fromMs) / 1_000);
      log(
        `${done.kind} | ${done.target} | ${done.proof ?? "did not fire"} | over after ${seconds} s`,
      );
    };
    const finished = run();
    busy.set(fault.target, finished);
    running.push(finished);
  }
  await Promise.all(running);
  return injected;
}

type Way = keyof typeof ratePerSecond;

interface FeederActor {
  readonly name: string;
  readonly way: Way;
  readonly ingest: string;
  readonly feeder: LineFeeder | PersistentFeeder;
}

interface ClientActor {
  readonly name: string;
  readonly account: string | null;
  readonly isComplete: boolean;
  readonly client: ReconnectingClient;
}

interface Actors {
  readonly feeders: readonly FeederActor[];
  readonly clients: readonly ClientActor[];
  readonly followers: readonly Follower[];
  /** Resolves once everything that is acknowledged has been. */
  endFeeding(): Promise<void>;
  endFollowing(): Promise<void>;
}

/** Connects clients, then starts feeders and followers, and waits for the first messages. */
async function startActors(fleet: Fleet, stack: AsyncDisposableStack): Promise<Actors> {
  const { gatewayUrl, restUrl } = fleet;
  await jetwire(fleet, "tiers", "set", "rig", "--requests-per-minute", "1000000");
  const clients: ClientActor[] = [];
  const feeders: FeederActor[] = [];
  for (const way of Object.keys(ratePerSecond) as Way[]) {
    const account = `owner-${way}`;
    const idents = fleet.ingests.map(({ name }) => [1, 2].map((n) => `${way}-${name}-${n}`));
    const { apiKey, stationIds } = await addFeeder(fleet, account, ...idents.flat());
    for (const n of [1, 2]) {
      const client = stack.use(connectToFeed(gatewayUrl, apiKey));
      clients.push({ name: `feed ${n} of ${account}`, account, isComplete: true, client });
    }
    const client = stack.use(connectToRooms(gatewayUrl, stationIds));
    clients.push({ name: `monitor of ${account}`, account, isComplete: false, client });
    for (const [at, ingest] of fleet.ingests.entries()) {
      const stations = idents[at] ?? [];
      feeders.push(feederOf(way, ingest, stations));
    }
  }
  const firehose = stack.use(connectToFirehose(gatewayUrl));
  clients.push({ name: "firehose", account: null, isComplete: false, client: firehose });
  await until("all clients to be connected", () => clients.every(({ client }) => client.connects > 0), firstMsMax); // prettier-ignore
  await jetwire(fleet, "accounts", "add", "follower");
  const issued = await jetwire(fleet, "keys", "issue", "--account", "follower", "--tier", "rig");
  const { key } = issued as { key: string };
  const fromMs = Date.now() - 60_000;
  const followers = [
    createListFollower(restUrl, key, fromMs),
    createExportFollower(restUrl, key, fromMs),
  ];
  const feeding = new AbortController();
  const following = new AbortController();
  stack.defer(() => {
    feeding.abort();
    following.abort();
  });
  const fed = Promise.all(feeders.map(({ feeder }) => feeder.run(feeding.signal)));
  const followed = Promise.all(followers.map((one) => one.run(following.signal)));
  const isFlowing = () => clients.every(({ client }) => client.receipts.keys.size > 0);
  await until("messages at all clients", isFlowing, firstMsMax);
  return {
    feeders,
    clients,
    followers,
    async endFeeding() {
      feeding.abort();
      await fed;
    },
    async endFollowing() {
      following.abort();
      await followed;
    },
  };
}

function feederOf(
  way: Way,
  { name: ingest, httpUrl, tcpPort, udpPort }: Fleet["ingests"][number],
  stations: readonly string[],
): FeederActor {
  const name = `${way}-${ingest}`;
  const rate = ratePerSecond[way];
  const options = { name, stations, ratePerSecond: rate };
  switch (way) {
    case "http":
      return { name, way, ingest, feeder: createPersistentFeeder(httpUrl, stations, rate) };
    case "udp":
      return { name, way, ingest, feeder: createUdpFeeder({ ...options, port: udpPort }) };
    case "tcp":
      return { name, way, ingest, feeder: createTcpFeeder({ ...options, port: tcpPort }) };
  }
}

/** Waits until everything acknowledged is stored, all feeds have it, and followers have the newest. */
async function untilCaughtUp(actors: Actors, database: Database): Promise<boolean> {
  const acknowledged = actors.feeders.flatMap(({ feeder }) =>
    "offered" in feeder ? feeder.offered : [],
  );
  const isCaughtUp = async () => {
    await pause(1_000);
    const stored = await readStored(database).catch(() => []);
    const texts = new Set(stored.map(({ text }) => text));
    const newest = stored.at(-1)?.id ?? "";
    return (
      acknowledged.every((text) => texts.has(text)) &&
      actors.followers.every(({ ids }) => (ids.at(-1) ?? "") >= newest) &&
      actors.clients.every(
        ({ isComplete, account, client }) =>
          !isComplete ||
          stored.every((one) => one.account !== account || client.receipts.keys.has(one.id)),
      )
    );
  };
  return await until("everything at its reader", isCaughtUp, catchUpMsMax).then(
    () => true,
    () => false,
  );
}

async function readStored({ sql }: Database): Promise<StoredMessage[]> {
  return await sql<StoredMessage[]>`
    select m.id, m.body as text, a.username as account from messages m
    join stations s on s.id = m.station_id left join accounts a on a.id = s.account_id
    order by m.id`;
}

function ledgerOf(
  { name, way, ingest, feeder }: FeederActor,
  fleet: Fleet,
  faults: readonly InjectedFault[],
): FeederLedger {
  if ("offered" in feeder) {
    const { offered, repeated } = feeder;
    const lines = offered.map((text) => ({ text, sentMs: null, repeated: repeated.has(text) }));
    return { name, lines, losses: [] };
  }
  const lines = feeder.sent.map(({ text, sentMs }) => ({ text, sentMs, repeated: false }));
  const down = fleet.processes.find((one) => one.name === ingest)?.outages() ?? [];
  const losses = down.map((span) => ({ ...wider(span, unwrittenMs, afterMs), reason: "ingest down" })); // prettier-ignore
  const isOfLink = ({ target }: InjectedFault) => target === `feeders to ${ingest} by tcp`;
  const isStop = ({ kind, target }: InjectedFault) => kind === "stopped" && target === ingest;
  const other = way === "tcp" ? spansOf(faults, isOfLink, unwrittenMs, afterMs) : spansOf(faults, isStop, 0, 0); // prettier-ignore
  const reason = way === "tcp" ? "connection cut" : "datagrams while ingest was stopped";
  return { name, lines, losses: [...losses, ...other.map((span) => ({ ...span, reason }))] };
}

/** Faults by which a message can stay in a journal for longer than followers wait. */
function lateStores(fleet: Fleet, faults: readonly InjectedFault[]): Span[] {
  const down = fleet.processes
    .filter(({ service }) => service === "ingest")
    .flatMap((one) => one.outages());
  const isBeforeStream = ({ target }: InjectedFault) =>
    target === "redis" || target.startsWith("ingest-");
  return [
    ...down.map((span) => wider(span, unwrittenMs, unwrittenMs)),
    ...spansOf(faults, isBeforeStream, 1_000, unwrittenMs),
  ];
}

function spansOf(
  faults: readonly InjectedFault[],
  is: (fault: InjectedFault) => boolean,
  beforeMs: number,
  laterMs: number,
): Span[] {
  return faults.filter(is).map((span) => wider(span, beforeMs, laterMs));
}

function wider({ fromMs, toMs }: Span, beforeMs: number, laterMs: number): Span {
  return { fromMs: fromMs - beforeMs, toMs: toMs + laterMs };
}

function clientLedger({ name, account, isComplete, client }: ClientActor): ClientLedger {
  const { receipts, gapTimes, connects } = client;
  const { keys: ids, repeatedInSession, disorders } = receipts;
  return { name, account, isComplete, ids, repeatedInSession, disorders, gapTimes, connects };
}
