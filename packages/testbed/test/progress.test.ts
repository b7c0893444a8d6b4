import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Database } from "@jetwire/db";
import { type RunningServer, startRedis } from "@jetwire/launcher";
import { Status } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  acarsdecLine,
  type Deployment,
  openTestRedis,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";

const log = createLogger("test", "silent");
const stack = new AsyncDisposableStack();
let server: RunningServer;
let running: Deployment;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), "jetwire-progress-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  server = await startRedis({ dir, port: 0, log: () => {} });
  stack.defer(() => server.stop());
  running = stack.use(
    await startDeployment({
      gateways: 0,
      redisUrl: server.url,
      workers: { fanout: 0 },
      environment: { STREAM_STALL_MS_MAX: "2000" },
    }),
  );
  await post(1);
}, 60_000);
afterAll(() => stack.disposeAsync());

let posted = 0;

async function post(count: number): Promise<void> {
  const texts = Array.from({ length: count }, () => `PROGRESS ${++posted}`);
  const { items } = await postLines(
    running,
    texts.map((text) => acarsdecLine("PROGRESS-1", text, { msgno: `M${posted}A` })),
  );
  expect(items.map((item) => item.status)).toEqual(texts.map(() => "accepted"));
}

async function status(): Promise<Status> {
  return Status.parse(await (await fetch(`${running.restUrl}/v1/status`)).json());
}

/** Returns what readiness says of a service. */
async function readiness(name: string) {
  const health = running.health.get(name);
  if (health === undefined) throw new Error(`${name} does not run`);
  return await health.readiness();
}

async function untilStalled(name: string): Promise<string> {
  return await until(`${name} to be stalled`, async () => {
    const { ready, alarms } = await readiness(name);
    return !ready && alarms["stalled"];
  }, 30_000); // prettier-ignore
}

async function untilReady(name: string): Promise<void> {
  await until(`${name} to be ready`, async () => (await readiness(name)).ready, 30_000);
}

async function untilDegraded(part: string): Promise<string> {
  return await until(
    `${part} to be degraded`,
    async () => (await status()).degraded.find((problem) => problem.part === part)?.reason,
    30_000,
  );
}

async function untilWell(...parts: string[]): Promise<void> {
  await until(
    `${parts.join(" and ")} to be well`,
    async () => !(await status()).degraded.some(({ part }) => parts.includes(part)),
    30_000,
  );
}

async function storedCount(): Promise<number> {
  const [row] = await running.database.sql<
    { n: number }[]
  >`select count(*)::integer n from messages`;
  return row?.n ?? 0;
}

test("F-25: while messages cannot be written, the persister is not ready and the status tells it", async () => {
  await until("the first message", async () => (await storedCount()) === posted);
  await untilReady("persister");
  await using locker = new Database(running.databaseUrl, { log, max: 1 });
  await locker.sql`begin`;
  await locker.sql`lock table messages in access exclusive mode`;
  await post(20);
  expect(await untilStalled("persister")).toMatch(/no progress in \d+ s in partition \d/);
  expect(await untilDegraded("storage")).toMatch(/are stored late.*oldest by \d+ s/);
  expect((await status()).lag.storage).toBeGreaterThanOrEqual(5);
  // Ingest can take messages, and the sampler works.
  await untilReady("ingest");
  await untilReady("sampler");
  await locker.sql`commit`;
  await untilReady("persister");
  await untilWell("storage");
  expect(await storedCount()).toBe(posted);
}, 120_000);

test("messages that no fanout delivers are in the status, until one does", async () => {
  await post(5);
  expect(await untilDegraded("delivery")).toMatch(/reach feeds and monitors late/);
  await using _ = await running.startWorker("fanout");
  await untilWell("delivery");
  expect((await status()).lag.delivery).toBe(0);
}, 120_000);

test("a frozen Redis makes workers unready and leaves ingest ready with an alarm", async () => {
  const pid = server.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  try {
    await post(5);
    await untilStalled("persister");
    await untilStalled("sampler");
    const { ready, alarms } = await until("the alarm", async () => {
      const state = await readiness("ingest");
      return state.alarms["dispatch"] !== undefined && state;
    }, 30_000); // prettier-ignore
    expect(ready).toBe(true);
    expect(alarms["dispatch"]).toMatch(/messages wait in the journal/);
    expect(await untilDegraded("redis")).toMatch(/does not answer/);
    expect((await status()).lag.storage).toBeNull();
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await untilReady("persister");
  await untilReady("sampler");
  await untilWell("redis", "dispatch", "storage");
  await until("all to be stored", async () => (await storedCount()) === posted, 30_000);
  expect((await readiness("ingest")).alarms["dispatch"]).toBeUndefined();
}, 120_000);

test("a full Redis is in the status, and messages wait at ingest until it has memory", async () => {
  await using redis = await openTestRedis(server.url, "append");
  const facts = await redis.info("memory");
  const used = Number(/used_memory:(\d+)/.exec(facts)?.[1]);
  await redis.config("SET", "maxmemory", Math.round(used / 2));
  await post(5);
  expect(await untilDegraded("redis-memory")).toMatch(/of its memory/);
  expect(await untilDegraded("dispatch")).toMatch(/wait at ingest/);
  expect((await readiness("ingest")).ready).toBe(true);
  await redis.config("SET", "maxmemory", 0);
  await untilWell("redis-memory", "dispatch", "storage");
  await until("all to be stored", async () => (await storedCount()) === posted, 30_000);
}, 120_000);
