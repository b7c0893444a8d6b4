import process from "node:process";
import { Database } from "@jetwire/db";
import { type Instance, startInstance } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPersistentFeeder, openTestRedis, until } from "../src/index.ts";

const stations = ["SIM-K1", "SIM-K2", "SIM-K3", "SIM-K4", "SIM-K5"];
/** Enough of them between two kills that each fault meets batches at every stage. */
const messagesBetween = 150;
const ratePerSecond = 150;

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ LOG_LEVEL: "warn" });
}, 120_000);
afterAll(async () => {
  await instance[Symbol.asyncDispose]();
}, 60_000);

test("F-06 F-10 F-20 F-24: every process killed in turn under load: nothing acknowledged is lost, nothing stored twice", async () => {
  const feeder = createPersistentFeeder(instance.ready.ingest.http, stations, ratePerSecond);
  const stop = new AbortController();
  const feeding = feeder.run(stop.signal);
  const table: string[] = ["process | replica | back after ms | acknowledged by then | retries"];

  const targets = instance.ready.services.filter(({ pid }) => pid !== null);
  expect(new Set(targets.map(({ name }) => name))).toEqual(
    new Set([
      "redis", "postgres", "ingest", "persister", "fanout", "sampler", "gateway", "rest", "chores",
    ]),
  ); // prettier-ignore
  for (const { name, replica, pid } of targets) {
    const goal = feeder.acknowledged + messagesBetween;
    await until("enough messages before the next kill", () => feeder.acknowledged >= goal, 30_000);
    const killedAt = performance.now();
    process.kill(pid ?? 0, "SIGKILL");
    await until(
      `${name} ${replica} to be back`,
      async () => {
        const { services } = await instance.readyNow();
        const again = services.find((each) => each.name === name && each.replica === replica);
        return again !== undefined && again.pid !== pid && again.pid !== null && isReady(again);
      },
      30_000,
    );
    const backMs = Math.round(performance.now() - killedAt);
    table.push([name, replica, backMs, feeder.acknowledged, feeder.retries].join(" | "));
  }
  stop.abort();
  await feeding;
  table.push(await expectAllStoredOnce(feeder.offered));
  process.stdout.write(`\n${table.join("\n")}\n`);
  const sum = await until("the counts to be copied", async () => {
    const { accounting } = (await instance.jetwire("doctor")) as Doctor;
    return accounting.sum.persisted >= feeder.offered.length && accounting.sum;
  });
  expect(sum.unaccounted).toBe(0);
}, 240_000);

test("F-15: Redis emptied under load: the journal gives everything again, nothing twice", async () => {
  const feeder = createPersistentFeeder(instance.ready.ingest.http, ["SIM-F1", "SIM-F2"], 400);
  const stop = new AbortController();
  const feeding = feeder.run(stop.signal);
  await using redis = await openTestRedis(instance.ready.redis);
  for (let round = 1; round <= 3; round++) {
    const goal = feeder.acknowledged + 200;
    await until("enough messages", () => feeder.acknowledged >= goal, 30_000);
    expect(await redis.flushall()).toBe("OK");
  }
  const goal = feeder.acknowledged + 200;
  await until("messages after the last time", () => feeder.acknowledged >= goal, 30_000);
  stop.abort();
  await feeding;
  process.stdout.write(`\nRedis emptied 3 times: ${await expectAllStoredOnce(feeder.offered)}\n`);
}, 120_000);

interface Doctor {
  readonly accounting: {
    readonly sum: { readonly persisted: number; readonly unaccounted: number };
  };
}

/** Compares the messages that the feeder sent with the stored rows, not with any counter of ours. */
async function expectAllStoredOnce(offered: readonly string[]): Promise<string> {
  const log = createLogger("test", "silent");
  await using database = new Database(instance.ready.postgres, { log, max: 1 });
  const stored = await until(
    "everything acknowledged to be stored",
    async () => {
      const rows = await database.sql<{ body: string }[]>`
        select body from messages where body = any(${[...offered]}::text[])`;
      return new Set(rows.map(({ body }) => body)).size >= offered.length && rows;
    },
    30_000,
  );
  const distinct = new Set(stored.map(({ body }) => body)).size;
  const unaccounted = offered.length - distinct;
  const duplicateRows = stored.length - distinct;
  expect({ unaccounted, duplicateRows }).toEqual({ unaccounted: 0, duplicateRows: 0 });
  return (
    `offered ${offered.length}, stored ${stored.length}, ` +
    `unaccounted ${unaccounted}, duplicate rows ${duplicateRows}`
  );
}

async function isReady({ health }: { health: string | null }): Promise<boolean> {
  if (health === null) return true;
  const response = await fetch(`${health}/readyz`).catch(() => null);
  return response?.status === 200;
}
