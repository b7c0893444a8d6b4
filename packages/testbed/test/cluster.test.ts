import process from "node:process";
import { expect, test } from "vitest";
import {
  markOffered,
  startClusterScenario,
  untilDelivered,
} from "../src/cluster/cluster-scenario.ts";
import { injectFault, type FaultResult } from "../src/cluster/faults.ts";
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
  await using world = await startClusterScenario({ ratePerSecond: 150 });
  const { cluster, keys } = world;
  // Each is looked for when its turn comes: the first may have been another's as well.
  const ofStream = await injectFault(
    world,
    "killed ahead of its replica",
    await cluster.masterOf(keys.stream(0)),
  );
  const ofLinks = await injectFault(
    world,
    "frozen",
    await cluster.masterOf(keys.link.airframesByIcao),
  );
  const jobs = async () => (await world.jw.database.sql`select 1 from job_runs`).length > 0;
  await until("a job to have run", jobs);
  const mark = markOffered(world);
  await cluster.moveSlotOf(keys.stream(1));
  await untilDelivered(world, mark, 20_000);
  const verdict = await readClusterResult(world);
  process.stdout.write(
    `\n${[ofStream, ofLinks].map(lineOf).join("\n")}\n${JSON.stringify(verdict)}\n`,
  );
  // The loss was real, and was made good: what had been delivered already came again.
  expect(ofStream.bytesLost).toBeGreaterThan(0);
  expect(verdict.feedRepeated).toBeGreaterThan(0);
  expect(verdict).toMatchObject(nothingLost);
}, 120_000);

test("partitions and replicas changed under load cost no message and no order", async () => {
  await using world = await startClusterScenario({ ratePerSecond: 150, partitions: 3 });
  for (const partitions of ["5", "2"]) {
    const environment = { STREAM_PARTITIONS: partitions };
    for (const worker of ["fanout", "persister", "sampler"] as const) {
      await world.replaceWorker(worker, environment);
    }
    for (const ingest of [0, 1]) {
      const mark = markOffered(world);
      await world.restartIngest(ingest, environment);
      await untilDelivered(world, mark, 20_000);
    }
  }
  const verdict = await readClusterResult(world);
  const used = await world.jw.database.sql`select distinct partition from watermarks order by 1`;
  process.stdout.write(`\n3, 5 and 2 partitions: ${JSON.stringify(verdict)}\n`);
  expect(used.map(({ partition }) => partition as number)).toEqual([0, 1, 2, 3, 4]);
  expect(verdict).toMatchObject(nothingLost);
}, 120_000);

function lineOf({ fault, replacedMs, deliveringAgainMs, bytesLost }: FaultResult): string {
  const replaced = `replaced after ${Math.round(replacedMs)} ms`;
  return `${fault}: ${replaced}, everything flows after ${Math.round(deliveringAgainMs)} ms, ${bytesLost} bytes lost`;
}
