import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Database } from "@jetwire/db";
import { createLogger, pause } from "@jetwire/runtime";
import { until } from "../checks/until.ts";
import { checkSlice, type SliceFigures, type StoredMessage } from "./check-slice.ts";
import { type PlannedFault, planFaults } from "./fault-plan.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { type InjectedFault, injectFault } from "./inject-fault.ts";
import { type Actors, startActors } from "./slice-actors.ts";
import { readVersions } from "./server-faults.ts";
import { ledgersOf } from "./slice-ledgers.ts";

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
  /** Versions of the servers, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** False if something was still missing after the last wait. */
  readonly isCaughtUp: boolean;
}

const catchUpMsMax = 90_000;

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
    new Database(fleet.databaseUrl, { log: createLogger("rig", "silent"), max: 2 }),
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
  const evidence = {
    ...ledgersOf(actors, fleet, faults),
    stored: await readStored(database),
  };
  const figures = checkSlice(evidence);
  isClean = Object.values(figures.violations).every((count) => count === 0);
  if (!isClean) {
    await writeFile(join(dir, "evidence.json"), JSON.stringify({ ...evidence, faults }, sets));
  }
  const endings = fleet.processes.flatMap(({ name, endings: all }) =>
    all.filter((one) => !one.includes("SIGKILL")).map((one) => `${name} ${one}`),
  );
  const versions = await readVersions(fleet);
  return { ...figures, faults, endings, versions, isCaughtUp };
}

function sets(_name: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value;
}

/** Injects each fault at its time; one that meets a target of another waits for its end. */
async function injectPlanned(
  fleet: Fleet,
  planned: readonly PlannedFault[],
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
