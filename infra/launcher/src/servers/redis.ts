import { chownSync, existsSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Program } from "../processes/program.ts";
import { dataHome, makeFolder } from "./data-home.ts";
import { endOrphan } from "./orphan.ts";
import { redisBinary } from "./redis-binary.ts";
import { resolvePort, type RunningServer, type ServerOptions, startServer } from "./server.ts";
import type { Owner } from "./system-user.ts";

const readyMsMax = 120_000;
const pingMsMax = 1_000;
/** Postgres, the services and rewriting the append-only file need the rest of the host's memory. */
const memoryShare = 0.4;

/** Users of a Redis, and the system user that runs it. */
export interface RedisAccess {
  readonly owner: Owner | undefined;
  /** Content of the ACL file, which turns the default user off. */
  readonly aclFile: string;
  /** The operator, for the address of the server. */
  readonly name: string;
  readonly password: string;
}

/**
 * Starts a Redis on loopback with an append-only file, a memory limit and without eviction, and keeps it
 * running.
 * Resolves when it has loaded its data.
 *
 * @param access by default everybody on this machine may use it, and it runs as the user of this process.
 * @throws LaunchError when there is no `redis-server` of version 7 or later.
 */
export async function startRedis(
  options: ServerOptions,
  access?: RedisAccess,
): Promise<RunningServer> {
  const file = await redisBinary(options.log);
  const port = await resolvePort(options.port);
  makeFolder(dirname(resolve(options.dir)), 0o711);
  const dir = await dataHome(resolve(options.dir), access?.owner);
  const aclPath = access === undefined ? null : writeAclFile(dir, access);
  const pidFile = join(dir, "redis.pid");
  const { socketDir = null } = options;
  const socket = socketDir === null ? null : join(socketDir, "redis.sock");
  const supervision = {
    name: "redis",
    readyMsMax,
    async program(): Promise<Program> {
      await endOrphanOf(dir, options.log);
      const args = redisArguments(dir, { port, pidFile, aclPath, socket });
      return { file, args, owner: access?.owner, cwd: "/", stopSignal: "SIGTERM", ipc: false };
    },
    isReady: () => answersPing(port, access),
  };
  const credentials = access === undefined ? "" : `${access.name}:${access.password}@`;
  const url = `redis://${credentials}127.0.0.1:${port}`;
  const socketUrl = socket === null ? url : `unix://${credentials}localhost${socket}`;
  return startServer(supervision, { url, socketUrl }, { ...options, port });
}

/** Redis reads the file once at its start, so that later changes need a restart. */
function writeAclFile(dir: string, { aclFile, owner }: RedisAccess): string {
  const path = join(dir, "users.acl");
  writeFileSync(`${path}.new`, aclFile, { mode: 0o600 });
  if (owner !== undefined) chownSync(`${path}.new`, owner.uid, owner.gid);
  renameSync(`${path}.new`, path);
  return path;
}

/** Ends a Redis that a killed launcher left behind in a data folder. */
export async function endRedisOrphan(dir: string, log: (line: string) => void): Promise<void> {
  const link = join(resolve(dir), "home");
  await endOrphanOf(existsSync(link) ? realpathSync(link) : resolve(dir), log);
}

async function endOrphanOf(dir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(dir, "redis.pid");
  const mark = `--dir ${dir} `;
  const ended = await endOrphan({ pidFile, mark, signals: ["SIGTERM", "SIGKILL"] });
  if (ended !== null) log(`ended redis ${ended}, left behind by an earlier run`);
}

interface RedisFiles {
  readonly port: number;
  readonly pidFile: string;
  readonly aclPath: string | null;
  readonly socket: string | null;
}

/** Keeps the command line as the process title, by which a later start recognizes an orphan. */
function redisArguments(
  dir: string,
  { port, pidFile, aclPath, socket }: RedisFiles,
): readonly string[] {
  const settings = {
    dir,
    port: String(port),
    bind: "127.0.0.1",
    "protected-mode": "yes",
    appendonly: "yes",
    appendfsync: "everysec",
    maxmemory: String(Math.floor(totalmem() * memoryShare)),
    "maxmemory-policy": "noeviction",
    save: "",
    daemonize: "no",
    pidfile: pidFile,
    "set-proc-title": "no",
    ...(aclPath === null ? {} : { aclfile: aclPath }),
    // Any process that connects needs a password, as by TCP.
    ...(socket === null ? {} : { unixsocket: socket, unixsocketperm: "777" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/** Returns false while Redis loads its file and answers `-LOADING`. */
async function answersPing(port: number, access: RedisAccess | undefined): Promise<boolean> {
  const login = access === undefined ? "" : `AUTH ${access.name} ${access.password}\r\n`;
  const expected = access === undefined ? "+PONG" : "+OK\r\n+PONG";
  return new Promise((resolveReady) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${login}PING\r\n`));
    const finish = (ready: boolean) => {
      socket.destroy();
      resolveReady(ready);
    };
    socket.setTimeout(pingMsMax, () => finish(false));
    socket.once("error", () => finish(false));
    socket.once("close", () => finish(false));
    socket.on("data", (reply) => {
      answer += reply.toString();
      if (answer.length >= expected.length) finish(answer.startsWith(expected));
    });
  });
}
