import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join, resolve } from "node:path";
import type { Program } from "../processes/program.ts";
import { endOrphan } from "./orphan.ts";
import { redisBinary } from "./redis-binary.ts";
import { resolvePort, type RunningServer, type ServerOptions, startServer } from "./server.ts";

const readyMsMax = 120_000;
const pingMsMax = 1_000;

/**
 * Starts a Redis on loopback with an append-only file and without eviction, and keeps it running.
 * Resolves when it has loaded its data.
 *
 * @throws LaunchError when there is no `redis-server` of version 7 or later.
 */
export async function startRedis(options: ServerOptions): Promise<RunningServer> {
  const dir = resolve(options.dir);
  const file = await redisBinary(options.log);
  const port = await resolvePort(options.port);
  mkdirSync(dirname(dir), { recursive: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pidFile = join(dir, "redis.pid");
  const supervision = {
    name: "redis",
    readyMsMax,
    async program(): Promise<Program> {
      await endRedisOrphan(dir, options.log);
      return { file, args: redisArguments(dir, port, pidFile), stopSignal: "SIGTERM", ipc: false };
    },
    isReady: () => answersPing(port),
  };
  return startServer(supervision, `redis://127.0.0.1:${port}`, { ...options, port });
}

/** Ends a Redis that a killed launcher left behind in a data folder. */
export async function endRedisOrphan(dir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(resolve(dir), "redis.pid");
  const mark = `--dir ${resolve(dir)} `;
  const ended = await endOrphan({ pidFile, mark, signals: ["SIGTERM", "SIGKILL"] });
  if (ended !== null) log(`ended redis ${ended}, left behind by an earlier run`);
}

/** Keeps the command line as the process title, by which a later start recognizes an orphan. */
function redisArguments(dir: string, port: number, pidFile: string): readonly string[] {
  const settings = {
    dir,
    port: String(port),
    bind: "127.0.0.1",
    "protected-mode": "yes",
    appendonly: "yes",
    appendfsync: "everysec",
    "maxmemory-policy": "noeviction",
    save: "",
    daemonize: "no",
    pidfile: pidFile,
    "set-proc-title": "no",
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/** Returns false while Redis loads its file and answers `-LOADING`. */
async function answersPing(port: number): Promise<boolean> {
  return new Promise((resolveReady) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const finish = (ready: boolean) => {
      socket.destroy();
      resolveReady(ready);
    };
    socket.setTimeout(pingMsMax, () => finish(false));
    socket.once("error", () => finish(false));
    socket.once("close", () => finish(false));
    socket.once("data", (reply) => finish(reply.toString().startsWith("+PONG")));
  });
}
