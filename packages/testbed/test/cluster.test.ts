import process from "node:process";
import { messageIdPartition } from "@jetwire/protocol";
import { expect, test } from "vitest";
import {
  type ClusterScenario,
  markOffered,
  startClusterScenario,
  untilFeedsDelivered,
} from "../src/cluster/cluster-scenario.ts";
import { injectClusterFault, type FaultResult } from "../src/cluster/faults.ts";
import { readClusterResult } from "../src/cluster/cluster-result.ts";
import { until } from "../src/index.ts";

const nothingLost = {
  unaccounted: 0,
  storedTwice: 0,
  unaccountedByLedgers: 0,
  feedMissing: 0,
  feedOutOfOrder: 0,
  feedGaps: 0,
};

test("F-15: masters of a Redis Cluster lost under load cost no message, stored or delivered", async () => {
  await using scenario = await startClusterScenario({ ratePerSecond: 150 });
  const { cluster, keys } = scenario;
  // Each master is looked up when needed: after a fault another node may hold the key.
  const ofStream = await injectClusterFault(
    scenario,
    "killed ahead of its replica",
    await cluster.masterOf(keys.stream(await partitionInUse(scenario))),
  );
  const ofLinks = await injectClusterFault(
    scenario,
    "frozen",
    await cluster.masterOf(keys.link.airframesByIcao),
  );
  const jobs = async () => (await scenario.jw.database.sql`select 1 from job_runs`).length > 0;
  await until("a job to have run", jobs);
  const mark = markOffered(scenario);
  await cluster.moveSlotOf(keys.stream(1));
  await untilFeedsDelivered(scenario, mark, 60_000);
  const result = await readClusterResult(scenario);
  process.stdout.write(
    `\n${[ofStream, ofLinks].map(lineOf).join("\n")}\n${JSON.stringify(result)}\n`,
  );
  // Entries were lost and appended again. Feed logs on other masters know them and do not repeat them.
  expect(ofStream.bytesLost).toBeGreaterThan(0);
  expect(await timesAppendedAgain(scenario)).toBeGreaterThan(0);
  expect(result).toMatchObject(nothingLost);
}, 600_000);

test("partitions and replicas changed under load cost no message and no order", async () => {
  await using scenario = await startClusterScenario({ ratePerSecond: 150, partitions: 3 });
  for (const partitions of ["5", "2"]) {
    const environment = { STREAM_PARTITIONS: partitions };
    for (const worker of ["fanout", "persister", "sampler"] as const) {
      await scenario.replaceWorker(worker, environment);
    }
    for (const ingest of [0, 1]) {
      const mark = markOffered(scenario);
      await scenario.restartIngest(ingest, environment);
      await untilFeedsDelivered(scenario, mark, 60_000);
    }
  }
  const result = await readClusterResult(scenario);
  const used = await scenario.jw.database.sql`select distinct partition from watermarks order by 1`;
  process.stdout.write(`\n3, 5 and 2 partitions: ${JSON.stringify(result)}\n`);
  expect(used.map(({ partition }) => partition as number)).toEqual([0, 1, 2, 3, 4]);
  expect(result).toMatchObject(nothingLost);
}, 600_000);

/** A partition that messages of a station are in: not every partition has a station. */
async function partitionInUse({ jw }: ClusterScenario): Promise<number> {
  const [stored] = await jw.database.sql<{ id: string }[]>`select id from messages limit 1`;
  if (stored === undefined) throw new Error("No message is stored");
  return messageIdPartition(stored.id);
}

/** How often the ingests found that Redis had lost their latest entries. */
async function timesAppendedAgain({ jw }: ClusterScenario): Promise<number> {
  const pattern = /^jetwire_ingest_redis_losses_total\{.*lost="latest".*\} (\d+)$/gm;
  const texts = await Promise.all([...jw.metrics.values()].map((metrics) => metrics.text()));
  return [...texts.join("\n").matchAll(pattern)].reduce((sum, [, times]) => sum + Number(times), 0);
}

function lineOf({ fault, replacedMs, deliveringAgainMs, bytesLost }: FaultResult): string {
  const replaced = `replaced after ${Math.round(replacedMs)} ms`;
  return `${fault}: ${replaced}, messages are delivered after ${Math.round(deliveringAgainMs)} ms, ${bytesLost} bytes lost`;
}
