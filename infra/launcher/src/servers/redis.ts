import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join, resolve } from "node:path";
import type { Program } from "../supervision/program.ts";
import { freePort } from "./free-port.ts";
import { endOrphan } from "./orphan.ts";
import { redisBinary } from "./redis-binary.ts";
import type { RunningServer, ServerOptions } from "./running-server.ts";
import { serve } from "./serve.ts";

const readyMsMax = 120_000;
const pingMsMax = 1_000;

/**
 * Starts a Redis on loopback that appends every write to a file and never evicts, and keeps it
 * running. Resolves when it answers, its data loaded.
 *
 * @throws LaunchError when there is no `redis-server` of version 7 or newer.
 */
export async function startRedis(options: ServerOptions): Promise<RunningServer> {
  const dir = resolve(options.dir);
  const file = await redisBinary(options.log);
  const port = options.port === 0 ? await freePort() : options.port;
  mkdirSync(dirname(dir), { recursive: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pidFile = join(dir, "redis.pid");
  const part = {
    name: "redis",
    readyMsMax,
    async program(): Promise<Program> {
      await endRedisOrphan(dir, options.log);
      return { file, args: redisArguments(dir, port, pidFile), stopSignal: "SIGTERM", ipc: false };
    },
    isReady: () => answersPing(port),
  };
  return serve(part, `redis://127.0.0.1:${port}`, port, options);
}

/** Ends the Redis of a data folder that outlived the launcher that started it, if there is one. */
export async function endRedisOrphan(dir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(resolve(dir), "redis.pid");
  const mark = `--dir ${resolve(dir)} `;
  const ended = await endOrphan({ pidFile, mark, signals: ["SIGTERM", "SIGKILL"] });
  if (ended !== null) log(`ended redis ${ended}, left behind by an earlier run`);
}

/** The title stays the command line, by which the next start knows an orphan of this folder. */
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

/** While it loads its file it answers `-LOADING`. */
async function answersPing(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const settle = (ready: boolean) => {
      socket.destroy();
      answer(ready);
    };
    socket.setTimeout(pingMsMax, () => settle(false));
    socket.once("error", () => settle(false));
    socket.once("close", () => settle(false));
    socket.once("data", (reply) => settle(reply.toString().startsWith("+PONG")));
  });
}
