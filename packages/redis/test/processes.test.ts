import { createHealth } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportProcess } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

let at: TestRedis;
beforeAll(async () => {
  at = await openTestRedis();
});
afterAll(() => at[Symbol.asyncDispose]());

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
    figures: { sockets: 3 },
  };
}

test("processes are listed by service and number, until their lease ends", async () => {
  const { processes, keys, redis } = at;
  await processes.report(row("rest", "0000000000bb"));
  await processes.report(row("gateway", "0000000000cc", 1));
  await processes.report(row("gateway", "0000000000aa"));
  const ids = async () => (await processes.list()).map(({ id }) => id);
  expect(await ids()).toEqual(["0000000000aa", "0000000000cc", "0000000000bb"]);
  const [first] = await processes.list();
  expect(first).toMatchObject({ figures: { sockets: 3 }, draining: false });
  expect(Math.abs(Date.parse(first?.reportedAt ?? "") - Date.now())).toBeLessThan(60_000);

  await redis.zadd(keys.processes.leases, 1, "host/1/0000000000bb");
  expect(await ids()).toEqual(["0000000000aa", "0000000000cc"]);
  await processes.report(row("gateway", "0000000000aa"));
  expect(await redis.hkeys(keys.processes.rows)).not.toContain("host/1/0000000000bb");

  await processes.leave("host/1/0000000000cc");
  expect(await ids()).toEqual(["0000000000aa"]);
});

test("a process learns with its report that an operator drains it, and that it is undone", async () => {
  const { processes } = at;
  const gateway = row("gateway", "0000000000dd");
  expect(await processes.drain(gateway.replica, true)).toBe("unknown");
  expect(await processes.report(gateway)).toBe(false);
  expect(await processes.drain(gateway.replica, true, true)).toBe("done");
  expect(await processes.report(gateway)).toBe(true);
  expect((await processes.list()).find(({ id }) => id === gateway.id)?.draining).toBe(true);
  await processes.drain(gateway.replica, false);
  expect(await processes.report(gateway)).toBe(false);
});

test("a process that could not report for longer than its lease is still drained, until it is undone", async () => {
  const { processes, keys, redis } = at;
  const gateway = row("gateway", "0000000000ff");
  await processes.report(gateway);
  await processes.drain(gateway.replica, true, true);
  await redis.zadd(keys.processes.leases, 1, gateway.replica);
  await processes.report(row("rest", "0000000000ab"));
  expect((await processes.list()).map(({ id }) => id)).not.toContain(gateway.id);
  expect(await processes.report(gateway)).toBe(true);
  await processes.drain(gateway.replica, false);
  expect(await processes.report(gateway)).toBe(false);

  await processes.drain(gateway.replica, true, true);
  await redis.zadd(keys.processes.drained, Date.now() - 2 * 3_600_000, gateway.replica);
  expect(await processes.report(gateway)).toBe(false);
});

test("rows that cannot be read are left out, and there are never more than 500", async () => {
  const { processes, redis, keys } = at;
  await redis.hset(keys.processes.rows, "host/1/odd", "not JSON");
  await redis.zadd(keys.processes.leases, Date.now() + 60_000, "host/1/odd");
  const before = (await processes.list()).length;
  const many = Array.from({ length: 510 }, (_, n) =>
    row("fanout", n.toString(16).padStart(12, "0")),
  );
  for (const one of many) await processes.report(one);
  expect(await redis.zcard(keys.processes.leases)).toBe(500);
  expect((await processes.list()).length).toBeLessThan(500);
  expect((await processes.list()).length).toBeGreaterThan(before);
  await redis.unlink(keys.processes.rows, keys.processes.leases);
});

test("a process reports failing checks with the time since when they fail, and leaves when it ends", async () => {
  const { processes } = at;
  const health = createHealth();
  let problem: true | string = "not connected";
  health.check("redis", () => problem);
  const stop = new AbortController();
  const drained: boolean[] = [];
  const about = { service: "rest", replica: "host/1/0000000000ee", number: 2, health };
  const running = reportProcess(
    processes,
    { ...about, onReported: (isDrained) => drained.push(isDrained) },
    stop.signal,
  );
  const reported = await until("the report", async () =>
    (await processes.list()).find(({ id }) => id === "0000000000ee"),
  );
  expect(reported).toMatchObject({
    service: "rest",
    number: 2,
    ready: false,
    problems: [{ name: "redis", reason: "not connected" }],
  });
  expect(reported.memoryBytes).toBeGreaterThan(1_000_000);
  expect(drained).toEqual([false]);
  problem = true;
  const isReady = async () =>
    (await processes.list()).find(({ id }) => id === "0000000000ee")?.ready ?? false;
  await until("it to report that it is ready, before the next five seconds", isReady, 4_000);
  stop.abort();
  await running;
  expect((await processes.list()).find(({ id }) => id === "0000000000ee")).toBeUndefined();
});

describe("the last gateway", () => {
  test("is not drained, unless that is forced, and counts only if it is ready", async () => {
    await using own = await openTestRedis();
    const { processes } = own;
    const [one, two] = [row("gateway", "0000000000a1"), row("gateway", "0000000000a2", 1)];
    await processes.report(one);
    await processes.report(row("rest", "0000000000a3"));
    expect(await processes.drain(one.replica, true)).toBe("last");
    await processes.report({ ...two, ready: false });
    expect(await processes.drain(one.replica, true)).toBe("last");
    await processes.report(two);
    expect(await processes.drain(one.replica, true)).toBe("done");
    expect(await processes.drain(two.replica, true)).toBe("last");
    const drained = async () =>
      (await processes.list()).filter(({ draining }) => draining).map(({ id }) => id);
    expect(await drained()).toEqual([one.id]);
    expect(await processes.drain(two.replica, true, true)).toBe("done");
    expect(await drained()).toEqual([one.id, two.id]);
    // A drain that is repeated changes nothing.
    expect(await processes.drain(two.replica, true)).toBe("done");
    await processes.drain(one.replica, false);
    expect(await drained()).toEqual([two.id]);
  });

  test("stays if two are drained at once, and if the other's lease has ended", async () => {
    await using own = await openTestRedis();
    const { processes, redis, keys } = own;
    const all = ["b1", "b2", "b3"].map((id, n) => row("gateway", `0000000000${id}`, n));
    for (const one of all) await processes.report(one);
    const results = await Promise.all(
      all.map(async ({ replica }) => await processes.drain(replica, true)),
    );
    expect(results.toSorted()).toEqual(["done", "done", "last"]);
    for (const { replica } of all) await processes.drain(replica, false);
    for (const { replica } of all.slice(1)) await redis.zadd(keys.processes.leases, 1, replica);
    expect(await processes.drain(all[0]?.replica ?? "", true)).toBe("last");
  });
});
