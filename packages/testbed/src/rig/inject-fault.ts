import { readFileSync } from "node:fs";
import process from "node:process";
import { openDatabase } from "@jetwire/db";
import type { RedisConnection } from "@jetwire/redis";
import { createLogger, pause } from "@jetwire/runtime";
import { until } from "../checks/until.ts";
import { openTestRedis } from "../servers/test-redis.ts";
import type { TcpProxy } from "../servers/tcp-proxy.ts";
import type { FaultKind, PlannedFault } from "./fault-plan.ts";
import type { Fleet } from "./fleet.ts";

/** A fault that was injected. */
export interface InjectedFault {
  readonly kind: FaultKind;
  readonly target: string;
  readonly fromMs: number;
  /** When its target worked again. */
  readonly toMs: number;
  /** What showed that it fired; null if nothing did. */
  readonly proof: string | null;
}

const againMsMax = 120_000;

/** Injects a fault, waits until it is over and its target works again. Never rejects. */
export async function injectFault(fleet: Fleet, planned: PlannedFault): Promise<InjectedFault> {
  const { kind, target } = planned;
  const fromMs = Date.now();
  const proof = await run(fleet, planned).catch((error: unknown) => {
    process.stderr.write(`${kind} ${target}: ${String(error)}\n`);
    return null;
  });
  return { kind, target, fromMs, toMs: Date.now(), proof };
}

async function run(fleet: Fleet, planned: PlannedFault): Promise<string | null> {
  const { kind, target, lastsMs, delayMs } = planned;
  switch (kind) {
    case "killed":
    case "stopped": {
      const found = fleet.processes.find(({ name }) => name === target);
      if (found === undefined || found.pid === null) return null;
      const proof = kind === "killed" ? await killed(found.pid) : await stopped(found.pid, lastsMs);
      // It is not ready as long as another fault lasts.
      await until(`${target} to be ready`, () => soon(found.isReady), againMsMax).catch(() => {});
      return proof;
    }
    case "link cut":
    case "link refused":
    case "link frozen":
    case "link slow": {
      const link = fleet.links.find(({ name }) => name === target);
      return link === undefined ? null : await linkFault(link.proxy, kind, lastsMs, delayMs);
    }
    case "Redis killed":
      return await serverKilled(fleet.redis, "SIGKILL", () => answers(fleet));
    case "Redis stopped": {
      const { pid } = fleet.redis;
      return pid === null ? null : await stopped(pid, lastsMs);
    }
    case "Postgres killed":
      return await serverKilled(fleet.postgres, "SIGKILL", () => serves(fleet));
    case "Postgres restarted":
      return await serverKilled(fleet.postgres, "SIGINT", () => serves(fleet));
    case "Postgres read-only":
      return await readOnly(fleet, lastsMs);
    default: {
      await using redis = await openTestRedis(fleet.redisUrl);
      if (kind === "Redis emptied") return await emptied(redis);
      return await writesRefused(redis, kind, lastsMs);
    }
  }
}

/** Evaluates a condition that costs a request, less often. */
async function soon(evaluate: () => Promise<boolean>): Promise<boolean> {
  await pause(250);
  return await evaluate();
}

async function killed(pid: number): Promise<string> {
  process.kill(pid, "SIGKILL");
  await until(`process ${pid} to be gone`, () => stateOf(pid) === null, 30_000);
  return `process ${pid} gone`;
}

async function stopped(pid: number, lastsMs: number): Promise<string | null> {
  process.kill(pid, "SIGSTOP");
  try {
    await until(`process ${pid} to be stopped`, () => stateOf(pid) === "T");
    await pause(lastsMs);
    return stateOf(pid) === "T" ? `process ${pid} stopped for ${lastsMs} ms` : null;
  } finally {
    if (stateOf(pid) !== null) process.kill(pid, "SIGCONT");
  }
}

/** Returns the state of a process, as one letter of `/proc`; null if it is gone or a zombie. */
function stateOf(pid: number): string | null {
  try {
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? null;
    return state === "Z" ? null : state;
  } catch {
    return null;
  }
}

async function linkFault(
  proxy: TcpProxy,
  kind: FaultKind,
  lastsMs: number,
  delayMs: number,
): Promise<string | null> {
  const { connections, delayed } = proxy;
  if (kind === "link cut") {
    const cut = proxy.cut();
    return cut === 0 ? null : `${cut} connections cut`;
  }
  if (kind === "link slow") {
    proxy.slow(delayMs);
    await pause(lastsMs);
    proxy.slow(0);
    const count = proxy.delayed - delayed;
    return count === 0 ? null : `${count} chunks delayed by ${delayMs} ms`;
  }
  if (kind === "link refused") await proxy.refuse();
  else proxy.freeze();
  await pause(lastsMs);
  const during = Math.max(connections, proxy.connections);
  await proxy.recover();
  const what = kind === "link refused" ? "cut, then refused" : "frozen";
  return during === 0 ? null : `${during} connections ${what} for ${lastsMs} ms`;
}

async function serverKilled(
  server: Fleet["redis"],
  signal: NodeJS.Signals,
  isBack: () => Promise<boolean>,
): Promise<string | null> {
  const { pid } = server;
  if (pid === null) return null;
  process.kill(pid, signal);
  await until(`server ${pid} to be gone`, () => stateOf(pid) === null, 60_000);
  await until("the server to serve again", () => soon(isBack), againMsMax);
  return `server ${pid} gone, served again`;
}

async function answers({ redisUrl }: Fleet): Promise<boolean> {
  try {
    await using redis = await openTestRedis(redisUrl);
    return (await redis.ping()) === "PONG";
  } catch {
    return false;
  }
}

async function serves(fleet: Fleet): Promise<boolean> {
  try {
    await using database = openOne(fleet);
    await database.sql`select 1`;
    return true;
  } catch {
    return false;
  }
}

function openOne({ databaseUrl }: Fleet) {
  return openDatabase(databaseUrl, { log: createLogger("rig", "silent"), max: 1 });
}

async function emptied(redis: RedisConnection): Promise<string | null> {
  const before = await redis.dbsize();
  await redis.flushall();
  return before === 0 ? null : `${before} keys gone`;
}

/** Makes Redis refuse writes for a while, and shows it by a write of its own. */
async function writesRefused(
  redis: RedisConnection,
  kind: FaultKind,
  lastsMs: number,
): Promise<string | null> {
  const { begin, end, code } = await refusal(redis, kind);
  try {
    await redis.call(...begin);
    await pause(lastsMs);
    const refused = await redis.set("rig:probe", "1").then(
      () => "",
      (error: unknown) => String(error),
    );
    return refused.includes(code) ? `writes answered with ${code} after ${lastsMs} ms` : null;
  } finally {
    await until(
      "Redis to accept a command",
      async () => await accepted(redis.call(...end)),
      30_000,
    );
  }
}

type RedisCommand = [name: string, ...args: string[]];

async function refusal(
  redis: RedisConnection,
  kind: FaultKind,
): Promise<{ begin: RedisCommand; end: RedisCommand; code: string }> {
  const set = (name: string, value: string): RedisCommand => ["CONFIG", "SET", name, value];
  if (kind === "Redis as replica") {
    const of = (...master: [string, string]): RedisCommand => ["REPLICAOF", ...master];
    return { begin: of("127.0.0.1", "1"), end: of("NO", "ONE"), code: "READONLY" };
  }
  const name = kind === "Redis out of memory" ? "maxmemory" : "min-replicas-to-write";
  const [, before = "0"] = (await redis.call("CONFIG", "GET", name)) as string[];
  const code = kind === "Redis out of memory" ? "OOM" : "NOREPLICAS";
  return { begin: set(name, "1"), end: set(name, before), code };
}

async function accepted(command: Promise<unknown>): Promise<boolean> {
  return await command.then(
    () => true,
    () => false,
  );
}

async function readOnly(fleet: Fleet, lastsMs: number): Promise<string | null> {
  await using database = openOne(fleet);
  const { sql } = database;
  try {
    await sql`alter system set default_transaction_read_only = on`;
    await sql`select pg_reload_conf()`;
    await pause(lastsMs);
    const refused = await sql`update tiers set name = name`.then(
      () => "",
      (error: unknown) => String(error),
    );
    return refused.includes("read-only") ? `writes refused for ${lastsMs} ms` : null;
  } finally {
    await sql`alter system reset default_transaction_read_only`;
    await sql`select pg_reload_conf()`;
  }
}
