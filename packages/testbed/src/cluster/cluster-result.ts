import { readAccounting } from "../feeding/accounting.ts";
import { until } from "../checks/until.ts";
import type { ClusterScenario } from "./cluster-scenario.ts";

/** What became of every message, by what feeders sent, the rows that are there and what clients heard. */
export interface ClusterResult {
  readonly offered: number;
  /** Acknowledged and not in the record. */
  readonly unaccounted: number;
  /** Rows of the same message. */
  readonly storedTwice: number;
  /** By the ledgers of ingest. */
  readonly unaccountedByLedgers: number;
  /** In the record and not heard by a client of its account's feed: of all such clients together. */
  readonly feedMissing: number;
  readonly feedOutOfOrder: number;
  readonly feedRepeated: number;
  readonly feedGaps: number;
}

const catchUpMsMax = 45_000;

/** Ends the feeding, waits until everything is stored and delivered, or no longer, and counts. */
export async function readClusterResult(world: ClusterScenario): Promise<ClusterResult> {
  await world.endFeeding();
  const { accounts, jw } = world;
  const offered = accounts.flatMap(({ feeder }) => feeder.offered);
  const rows = async () =>
    await jw.database.sql<{ body: string }[]>`
      select body from messages where body = any(${offered}::text[])`;
  const feedMissing = () =>
    accounts.reduce(
      (sum, { feeder, feeds }) =>
        sum + feeds.reduce((all, { texts }) => all + absent(feeder.offered, texts), 0),
      0,
    );
  const settled = async () =>
    new Set((await rows()).map(({ body }) => body)).size >= offered.length && feedMissing() === 0;
  // Whatever is short then is short of it for good: the figures tell.
  await until("everything to be stored and delivered", settled, catchUpMsMax).catch(() => {});
  const balanced = async () => (await readAccounting(jw.database.sql)).unaccounted === 0;
  await until("the ledgers to be even", balanced).catch(() => {});
  const stored = await rows();
  const distinct = new Set(stored.map(({ body }) => body)).size;
  const feeds = accounts.flatMap((account) => account.feeds);
  return {
    offered: offered.length,
    unaccounted: offered.length - distinct,
    storedTwice: stored.length - distinct,
    unaccountedByLedgers: (await readAccounting(jw.database.sql)).unaccounted,
    feedMissing: feedMissing(),
    feedOutOfOrder: feeds.reduce((sum, { outOfOrder }) => sum + outOfOrder, 0),
    feedRepeated: feeds.reduce((sum, { repeated }) => sum + repeated, 0),
    feedGaps: feeds.reduce((sum, { gaps }) => sum + gaps, 0),
  };
}

function absent(wanted: readonly string[], there: ReadonlySet<string>): number {
  return wanted.filter((text) => !there.has(text)).length;
}
