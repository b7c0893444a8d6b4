import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "@jetwire/launcher";
import { Status } from "@jetwire/protocol";
import { openStores, reportProcess } from "@jetwire/redis";
import { createHealth } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployment, openTestRedis, startDeployment, until } from "../src/index.ts";

const stack = new AsyncDisposableStack();
let dir = "";
let redisUrl = "";
let running: Deployment;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "jetwire-disk-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const server = await startRedis({ dir, port: 0, log: () => {} });
  stack.defer(() => server.stop());
  redisUrl = server.url;
  const workers = { persister: 0, fanout: 0, sampler: 0 };
  running = stack.use(await startDeployment({ gateways: 0, redisUrl, workers }));
}, 60_000);
afterAll(() => stack.disposeAsync());

async function degraded(): Promise<Status["degraded"]> {
  return Status.parse(await (await fetch(`${running.restUrl}/v1/status`)).json()).degraded;
}

test("the status has what one process says about the disk of Postgres and the certificate", async () => {
  await using redis = await openTestRedis(redisUrl);
  const { processes } = openStores(redis, running.namespace);
  const health = createHealth();
  const reasons = {
    "postgres-disk": "The disk of Postgres is full",
    certificate: "The certificate of example.org expires in 3 days",
  };
  for (const [name, reason] of Object.entries(reasons)) {
    health.alarm(name, { reason: () => reason, failsReadiness: false });
  }
  const stop = new AbortController();
  const self = { service: "chores", replica: "host/1/0000000000c1", number: 0, health };
  const reporting = reportProcess(processes, self, stop.signal);
  const expected = Object.entries(reasons).map(([part, reason]) => ({ part, reason }));
  const named = async () => (await degraded()).filter(({ part }) => part in reasons);
  await until("both", async () => (await named()).length > 1);
  expect(await named()).toEqual(expected);
  stop.abort();
  await reporting;
});

test("the status names a disk to which Redis cannot write, and no process that cannot report", async () => {
  await using redis = await openTestRedis(redisUrl);
  const snapshot = join(dir, "dump.rdb");
  // A folder in the place of the file stands for a disk that takes no snapshot.
  await rm(snapshot, { recursive: true, force: true });
  await mkdir(snapshot);
  await redis.bgsave();
  const named = async () => (await degraded()).map(({ part }) => part);
  await until("the disk", async () => (await named()).includes("redis-disk"));
  const problem = (await degraded()).find(({ part }) => part === "redis-disk");
  expect(problem?.reason).toContain("Redis cannot write its snapshot to its disk");
  expect(await named()).not.toContain("processes");
  await rm(snapshot, { recursive: true });
  await redis.bgsave();
  await until("its end", async () => !(await named()).includes("redis-disk"));
});
