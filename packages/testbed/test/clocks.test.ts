import * as db from "@jetwire/db";
import { LedgerCounts, Status } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acarsdecLine, type Deployment, postLines, startDeployment, until } from "../src/index.ts";

let running: Deployment;
beforeAll(async () => {
  running = await startDeployment({ gateways: 1, workers: { chores: 1 } });
}, 60_000);
afterAll(() => running[Symbol.asyncDispose]());

async function status(): Promise<Status> {
  return Status.parse(await (await fetch(`${running.restUrl}/v1/status`)).json());
}

const services = ["ingest", "persister", "fanout", "sampler", "gateway-0", "rest", "chores"];

test.each(services)(
  "%s compares its host's clock with those of Redis and Postgres",
  async (name) => {
    const metrics = running.metrics.get(name);
    if (metrics === undefined) throw new Error(`${name} does not run`);
    await until(`${name} to have compared`, async () => {
    const text = await metrics.text();
    return ["Redis", "Postgres"].every((against) =>
      new RegExp(`^jetwire_clock_skew_seconds\\{.*against="${against}"`, "m").test(text),
    );
  }, 30_000); // prettier-ignore
    const text = await metrics.text();
    expect(text).toMatch(/^jetwire_alarm\{.*name="clock-skew".*\} [01]$/m);
    // A wrong clock is for an operator; stopping the service would not set it.
    await until(`${name} to be ready`, async () => {
      const readiness = await running.health.get(name)?.readiness();
      return readiness?.ready === true;
    });
  },
);

test("the status has the size of the journals and the difference of the clocks", async () => {
  await postLines(running, [acarsdecLine("CLOCK-1", "A MESSAGE")]);
  const measured = await until("both to be measured", async () => {
    const { journalBytes, clockSkew } = await status();
    return (journalBytes ?? 0) > 0 && clockSkew !== null && { clockSkew };
  }, 30_000); // prettier-ignore
  expect(measured.clockSkew).toBeLessThan(5);
  const { journalBytes: own } = await status();
  const counts = LedgerCounts.parse({
    offered: 0,
    accepted: 0,
    appended: 0,
    duplicates: {},
    notAMessage: {},
    rejected: {},
    limited: {},
    kernelDrops: 0,
    journalBytes: 1e9,
  });
  const hourMs = 3_600_000;
  const { sql } = running.database;
  await db.accounting.writeLedger(
    sql,
    "another",
    { counts, generation: 1 },
    { clockSkewMs: hourMs },
  );
  const late = await until("the other ingest", async () => {
    const read = await status();
    return (read.journalBytes ?? 0) >= 1e9 && read;
  }, 30_000); // prettier-ignore
  expect(own).toBeLessThan(1e9);
  expect(late.clockSkew).toBe(3_600);
  expect(late.degraded).toContainEqual({
    part: "clock-skew",
    reason: "The clock of a host of ingest is 3600 s wrong: times of messages may be wrong",
  });
});
