import { openStores } from "@jetwire/redis";
import { openTestRedis, randomNamespace, wellFacts } from "@jetwire/testbed";
import { expect, inject, test } from "vitest";
import { judge } from "../src/index.ts";

function row(service: string, id: string, number = 0) {
  return {
    service,
    id,
    replica: `host/1/${id}`,
    number,
    version: "1.0.0",
    startedAt: "2026-11-21T12:00:00.000Z",
    ready: true,
    problems: [],
    memoryBytes: 1,
    figures: {},
  };
}

test("a process that stops to report without leaving is lost, until another one of its service replaces it", async () => {
  await using redis = await openTestRedis(inject("redisUrl"));
  const { processes, keys } = openStores(redis, randomNamespace());
  const [frozen, other] = [row("sampler", "0000000000e1", 1), row("sampler", "0000000000e2")];
  await processes.report(frozen);
  await processes.report(other);
  const problem = async () => {
    const reports = { alive: await processes.list(), lost: await processes.lost(), expected: [] };
    const judged = judge({ ...wellFacts(), processes: reports });
    return judged.find(({ check }) => check.name === "processes")?.faults[0]?.sentence ?? null;
  };
  expect(await problem()).toBeNull();
  await redis.zadd(keys.processes.leases, Date.now() - 5_000, frozen.replica);
  expect(await problem()).toMatch(/^sampler 1 has stopped to report: it is frozen/);
  // A process that has long been there replaces none.
  await processes.report(other);
  expect(await problem()).toMatch(/^sampler 1 /);
  const started = new Date(Date.now() + 60_000).toISOString();
  await processes.report({ ...row("sampler", "0000000000e3", 1), startedAt: started });
  expect(await problem()).toBeNull();
  await processes.leave("host/1/0000000000e3");
  expect(await problem()).toMatch(/^sampler 1 /);
  // It reports again.
  await processes.report(frozen);
  expect(await problem()).toBeNull();
  await redis.zadd(keys.processes.leases, Date.now() - 700_000, frozen.replica);
  expect(await problem()).toBeNull();
  await processes.report(other);
  expect(await redis.hkeys(keys.processes.rows)).not.toContain(frozen.replica);
});
