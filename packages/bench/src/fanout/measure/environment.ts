import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { seed } from "../../simulated-messages.ts";
import { openScopedRedis, type RedisScope } from "../redis-scope.ts";

/** Versions and hardware, without which figures cannot be interpreted. */
export interface BenchEnvironment {
  readonly node: string;
  readonly socketIo: string;
  readonly redisAdapter: string;
  readonly ws: string;
  readonly redis: string;
  readonly cpu: string;
  readonly cores: number;
  readonly kernel: string;
  /** Seed of the simulator whose messages are sent. */
  readonly seed: number;
  /** Load average of one minute, before the benchmark. */
  readonly loadAverage: number;
}

export async function readEnvironment(scope: RedisScope): Promise<BenchEnvironment> {
  const began = loadAverage();
  await using redis = await openScopedRedis(scope, "request");
  const server = await redis.info("server");
  return {
    node: process.versions.node,
    socketIo: versionOf("socket.io"),
    redisAdapter: versionOf("@socket.io/redis-adapter"),
    ws: versionOf("ws"),
    redis: /^redis_version:(\S+)/m.exec(server)?.[1] ?? "unknown",
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    kernel: readFileSync("/proc/sys/kernel/osrelease", "utf8").trim(),
    seed,
    loadAverage: began,
  };
}

export function loadAverage(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

function versionOf(name: string): string {
  const require = createRequire(import.meta.url);
  const { version } = require(`${name}/package.json`) as { version: string };
  return version;
}
