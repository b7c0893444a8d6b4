import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createHealth, type Health, serveHealth } from "./health.ts";
import { createMetrics } from "../metrics/metrics.ts";

const closers: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(health: Health): Promise<string> {
  const metrics = createMetrics({ service: "test" });
  metrics.counter({ name: "jetwire_test_total", help: "For this test" }).inc(3);
  const server = await serveHealth(health, metrics, { host: "127.0.0.1", port: 0 });
  closers.push(() => server[Symbol.asyncDispose]());
  return `http://127.0.0.1:${server.port}`;
}

test("a process is ready while all its checks pass, and names the one that fails", async () => {
  const health = createHealth();
  const url = await serve(health);
  let redis: true | string = true;
  health.check("redis", () => redis);
  health.check("postgres", () => Promise.resolve(true as const));
  expect(await fetch(`${url}/readyz`).then((r) => r.status)).toBe(200);
  redis = "away";
  const answer = await fetch(`${url}/readyz`);
  expect(answer.status).toBe(503);
  const checks = { redis: "away", postgres: true };
  expect(await answer.json()).toEqual({ ready: false, checks, alarms: {} });
});

test("a check that throws or rejects has failed", async () => {
  const health = createHealth();
  health.check("throws", () => {
    throw new Error("broken");
  });
  health.check("rejects", () => Promise.reject(new Error("refused")));
  const { ready, checks } = await health.readiness();
  expect(ready).toBe(false);
  expect(checks).toEqual({ throws: "broken", rejects: "refused" });
});

test("a check that hangs does not delay the response for ever", async () => {
  const health = createHealth();
  health.check("hangs", () => new Promise(() => {}));
  expect((await health.readiness()).checks["hangs"]).toContain("took longer");
});

test("a process that drains is live but not ready", async () => {
  const health = createHealth();
  const url = await serve(health);
  health.drain();
  expect(await fetch(`${url}/readyz`).then((r) => r.status)).toBe(503);
  expect(await fetch(`${url}/livez`).then((r) => r.status)).toBe(200);
});

test("metrics are served beside health, and nothing else is", async () => {
  const url = await serve(createHealth());
  expect(await fetch(`${url}/metrics`).then((r) => r.text())).toContain("jetwire_test_total");
  expect(await fetch(`${url}/other`).then((r) => r.status)).toBe(404);
});

function serveAt(port: number, portsMax: number): ReturnType<typeof serveHealth> {
  const address = { host: "127.0.0.1", port, portsMax };
  return serveHealth(createHealth(), createMetrics({}), address);
}

test("replicas in one network namespace take the next free port, up to a limit", async () => {
  await using first = await serveAt(0, 1);
  await using second = await serveAt(first.port, 50);
  expect(second.port).toBeGreaterThan(first.port);
  expect(second.port).toBeLessThan(first.port + 50);
  await expect(serveAt(first.port, 1)).rejects.toThrow("EADDRINUSE");
});

test("a Unix socket tells the readiness of its own process, also after one that was killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jetwire-health-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const socket = join(folder, "health.sock");
  await writeFile(socket, "");
  const health = createHealth();
  const address = { host: "127.0.0.1", port: 0, socket };
  const listener = await serveHealth(health, createMetrics({}), address);
  closers.push(() => listener[Symbol.asyncDispose]());
  const status = () =>
    new Promise((resolve, reject) =>
      get({ socketPath: socket, path: "/readyz" }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject),
    );
  expect(await status()).toBe(200);
  health.drain();
  expect(await status()).toBe(503);
});
