import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type RunningServer, startRedis } from "@jetwire/launcher";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { compileCache, openTestRedis, programOf } from "../src/index.ts";

const stack = new AsyncDisposableStack();
let dir = "";
let server: RunningServer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "jetwire-evicting-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  server = stack.use(await startRedis({ dir: join(dir, "redis"), port: 0, log: () => {} }));
  await using redis = await openTestRedis(server.url);
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
}, 60_000);
afterAll(() => stack.disposeAsync());

test.each(["ingest", "persister", "fanout", "sampler", "gateway", "rest", "chores"])(
  "%s does not start on a Redis that evicts, and says what to do",
  async (name) => {
    const child = spawn(process.execPath, [programOf(name)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...compileCache,
        REDIS_URL: server.url,
        DATABASE_URL: inject("postgresUrl"),
        INGEST_JOURNAL_DIR: join(dir, "journal"),
        INGEST_ADDRESS_SECRET: "an address secret of this test",
        SAMPLER_SECRET: "a sampler secret of this test",
        SIGNING_KEY_SECRET: "a signing key secret of this test, long enough",
        GATEWAY_PORT: "0",
        REST_PORT: "0",
        INGEST_HTTP_PORT: "0",
        INGEST_UDP_PORTS: "0",
        INGEST_TCP_PORTS: "0",
      },
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => void output.push(data));
    const [status] = await once(child, "close");
    const text = Buffer.concat(output).toString();
    expect(text).toContain("maxmemory-policy of Redis is allkeys-lru");
    expect(text).toContain("set it to noeviction");
    expect(status).toBe(78);
  },
  60_000,
);
