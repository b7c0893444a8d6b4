import { readAccounting } from "../feeding/accounting.ts";
import { until } from "../checks/until.ts";
import type { ClusterScenario } from "./cluster-scenario.ts";

/** The fate of every message: what feeders sent, against the rows in Postgres and what clients received. */
export interface ClusterResult {
  readonly offered: number;
  /** Acknowledged messages that are not in Postgres. */
  readonly unaccounted: number;
  /** Additional rows of the same message. */
  readonly storedTwice: number;
  /** The same by the counts of the ingests. */
  readonly unaccountedByLedgers: number;
  /** Messages that clients of the account's feed did not receive, summed over these clients. */
  readonly feedMissing: number;
  readonly feedOutOfOrder: number;
  readonly feedGaps: number;
}

const deliveryMsMax = 45_000;

/** Stops the feeders, waits until everything is stored and delivered, for 45 s at most, and counts. */
export async function readClusterResult(scenario: ClusterScenario): Promise<ClusterResult> {
  await scenario.endFeeding();
  const { accounts, jw } = scenario;
  const offered = accounts.flatMap(({ feeder }) => feeder.offered);
  const rows = async () =>
    await jw.database.sql<{ body: string }[]>`
      select body from messages where body = any(${offered}::text[])`;
  const feedMissing = () =>
    accounts.reduce(
      (sum, { feeder, feeds }) =>
        sum + feeds.reduce((all, { receipts }) => all + absent(feeder.offered, receipts.keys), 0),
      0,
    );
  const isDelivered = async () =>
    new Set((await rows()).map(({ body }) => body)).size >= offered.length && feedMissing() === 0;
  // A message that is missing now is lost: it shows in the result.
  await until("everything to be stored and delivered", isDelivered, deliveryMsMax).catch(() => {});
  const isAccounted = async () => (await readAccounting(jw.database.sql)).unaccounted === 0;
  await until("everything to be accounted for", isAccounted).catch(() => {});
  const stored = await rows();
  const distinct = new Set(stored.map(({ body }) => body)).size;
  const feeds = accounts.flatMap((account) => account.feeds);
  return {
    offered: offered.length,
    unaccounted: offered.length - distinct,
    storedTwice: stored.length - distinct,
    unaccountedByLedgers: (await readAccounting(jw.database.sql)).unaccounted,
    feedMissing: feedMissing(),
    feedOutOfOrder: feeds.reduce((sum, { receipts }) => sum + receipts.outOfOrder, 0),
    feedGaps: feeds.reduce((sum, { gaps }) => sum + gaps, 0),
  };
}

function absent(wanted: readonly string[], there: ReadonlySet<string>): number {
  return wanted.filter((text) => !there.has(text)).length;
}
