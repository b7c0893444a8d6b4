import * as db from "@jetwire/db";
import { Database } from "@jetwire/db";
import { type Instance, type InstanceOptions, startInstance } from "@jetwire/launcher";
import { LedgerCounts } from "@jetwire/protocol";
import { createLogger, pause } from "@jetwire/runtime";
import { type FeedClientProcess, startFeedClient } from "./feed-client.ts";
import { type Load, runFeeders } from "./feeders.ts";
import { pipelineSections } from "./sections.ts";
import type { Step } from "./step.ts";
import type { Section } from "../report.ts";
import { cpuSeconds } from "../fanout/measure/process-cpu.ts";

export interface PipelineOptions {
  /** Length of a step. */
  readonly seconds: number;
  /** Offered messages a second, one step each. */
  readonly rates: readonly number[];
  readonly portBase: number;
}

/** Raises the limits, because the pipeline's capacity is measured, not the quota of a feeder. */
const withoutLimits = {
  INGEST_STATION_RATE_MAX: "1000000",
  INGEST_STATION_BURST_MAX: "1000000",
  INGEST_ADDRESS_RATE_MAX: "1000000",
  INGEST_ADDRESS_BURST_MAX: "1000000",
  LOG_LEVEL: "warn",
};
const stations = 40;
const identPrefix = "SIM-B";
const drainMsMax = 60_000;
/** How often it is asked whether everything is stored: rarely, because the answer costs Postgres CPU too. */
const drainCheckMs = 200;
const feedClient = new URL("feed-client-process.ts", import.meta.url);

/**
 * Runs a whole instance, feeders and a feed client on this machine; one step per rate. Feeders and
 * client share the machine, and their CPU is shown beside the services'.
 */
export async function runPipeline(options: PipelineOptions): Promise<Section[]> {
  await using pipeline = await startPipeline({}, options);
  const steps: Step[] = [];
  let first = 1_000_000;
  for (const rate of options.rates) {
    steps.push(await runStep(pipeline, { rate, seconds: options.seconds, first }));
    first += rate * options.seconds;
  }
  return pipelineSections(steps);
}

/** Starts an instance with a feed client, and warms it up. */
export async function startPipeline(
  environment: Readonly<Record<string, string>>,
  options?: InstanceOptions,
): Promise<Pipeline> {
  await using stack = new AsyncDisposableStack();
  const instance = stack.use(await startInstance({ ...withoutLimits, ...environment }, options));
  const log = createLogger("bench", "silent");
  const database = stack.use(new Database(instance.ready.postgres, { log, max: 2 }));
  const client = stack.use(
    await startFeedClient(feedClient, [instance.ready.ws, await feederKey(instance, database)]),
  );
  await runStep({ instance, database, client }, { rate: 200, seconds: 5, first: 0 });
  const started = stack.move();
  return { instance, database, client, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** Issues a key for an account that owns every station of the feeders. */
async function feederKey(instance: Instance, { sql }: Database): Promise<string> {
  const account = (await instance.jetwire("accounts", "add", "bench")) as { id: string };
  for (let n = 0; n < stations; n++) {
    await db.stations.add(sql, {
      ident: `${identPrefix}${n}`,
      accountId: account.id,
      sourceType: null,
    });
  }
  const issued = (await instance.jetwire("keys", "issue", "--account", "bench")) as { key: string };
  return issued.key;
}

/** An instance whose messages reach a feed client. */
export interface Pipeline extends Measured, AsyncDisposable {}

/** An instance, its database and a client of its feed, with which steps are measured. */
export interface Measured {
  readonly instance: Instance;
  readonly database: Database;
  readonly client: FeedClientProcess;
}

/** Offers messages, and waits until all of them are stored and delivered. */
export async function runStep(
  { instance, database, client }: Measured,
  offered: Load,
): Promise<Step> {
  const before = await readLedgerTotals(database);
  const storedBefore = await countStored(database);
  const { received: receivedBefore } = await client.begin();
  const cpuBefore = cpuByProcess(instance, client);
  const load = await runFeeders([instance.ready.ingest.udp[0] ?? 0], offered);
  const start = performance.now();
  let after = before;
  let feed = await client.figures();
  do {
    await pause(drainCheckMs);
    after = difference(await readLedgerTotals(database), before);
    feed = await client.figures();
  } while (!isDone() && performance.now() - start < drainMsMax);
  const drainSeconds = (performance.now() - start) / 1_000;
  const stored = (await countStored(database)) - storedBefore;

  function isDone(): boolean {
    const { accounted, duplicates, limited, kernelDrops } = after;
    const expected = load.sent - duplicates - limited - kernelDrops;
    // Canary messages are in the account as well, and are not in the feed.
    return accounted >= expected && feed.received - receivedBefore >= expected;
  }
  const cpuMicros = new Map(
    [...cpuByProcess(instance, client)].map(([name, used]) => [
      name,
      ((used - (cpuBefore.get(name) ?? 0)) * 1e6) / load.sent,
    ]),
  );
  const delivered = feed.received - receivedBefore;
  const { duplicates, limited, kernelDrops } = after;
  const refused = { duplicates, limited, kernelDrops };
  return {
    ...load,
    rate: offered.rate,
    stored,
    delivered,
    ...refused,
    drainSeconds,
    feed,
    cpuMicros,
  };
}

/** Counts the stored messages of the feeders. It reads them all, so that it is not for polling. */
async function countStored({ sql }: Database): Promise<number> {
  const [row] = await sql<{ stored: number }[]>`
    select count(*)::integer as stored from messages
    where station_id in (select id from stations where ident like ${`${identPrefix}%`})`;
  return row?.stored ?? 0;
}

interface LedgerTotals extends Pick<Step, "duplicates" | "limited" | "kernelDrops"> {
  /** Messages that the persister has stored, with those of the canary. */
  readonly accounted: number;
}

async function readLedgerTotals({ sql }: Database): Promise<LedgerTotals> {
  const [row] = await sql<{ accounted: number }[]>`
    select coalesce(sum(stored), 0)::integer as accounted from watermarks`;
  const ledgers = await sql<{ counts: unknown }[]>`select counts from ledgers`;
  const counts = ledgers.map(({ counts: each }) => LedgerCounts.parse(each));
  return {
    accounted: row?.accounted ?? 0,
    duplicates: total(counts.map((each) => each.duplicates)),
    limited: total(counts.map((each) => each.limited)),
    kernelDrops: counts.reduce((sum, each) => sum + each.kernelDrops, 0),
  };
}

function total(reasons: readonly Readonly<Record<string, number>>[]): number {
  return reasons.flatMap((each) => Object.values(each)).reduce((sum, count) => sum + count, 0);
}

function difference(now: LedgerTotals, before: LedgerTotals): LedgerTotals {
  return {
    accounted: now.accounted - before.accounted,
    duplicates: now.duplicates - before.duplicates,
    limited: now.limited - before.limited,
    kernelDrops: now.kernelDrops - before.kernelDrops,
  };
}

function cpuByProcess(instance: Instance, client: FeedClientProcess): Map<string, number> {
  return cpuByService(instance).set("(the feed client)", cpuSeconds(client.pid));
}

/** Returns the CPU seconds that the processes of an instance have used, by service. */
export function cpuByService(instance: Instance): Map<string, number> {
  const used = new Map<string, number>();
  for (const { name, pid } of instance.ready.services) {
    if (pid === null) continue;
    used.set(name, (used.get(name) ?? 0) + cpuSeconds(pid, name === "postgres"));
  }
  return used;
}
