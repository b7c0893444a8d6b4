import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Program } from "../supervision/program.ts";
import { freePort } from "./free-port.ts";
import { endOrphan } from "./orphan.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { databaseName, openCluster } from "./postgres-cluster.ts";
import { postgresHome } from "./postgres-home.ts";
import { postgresOwner } from "./postgres-owner.ts";
import type { RunningServer, ServerOptions } from "./running-server.ts";
import { serve } from "./serve.ts";

const readyMsMax = 120_000;

/**
 * Starts a Postgres on loopback with durable commits and keeps it running. Resolves when it takes
 * connections, crash recovery done. As root it runs as the system user `postgres`.
 *
 * @throws LaunchError when there is no Postgres for this platform or its data can't be made.
 */
export async function startPostgres(options: ServerOptions): Promise<RunningServer> {
  const owner = await postgresOwner();
  const binaries = await postgresBinaries(owner);
  const home = await postgresHome(resolve(options.dir), owner);
  const { data, password } = await openCluster(home, binaries, owner);
  const port = options.port === 0 ? await freePort() : options.port;
  const pidFile = join(data, "postmaster.pid");
  const part = {
    name: "postgres",
    readyMsMax,
    async program(): Promise<Program> {
      await endOrphanOf(data, options.log);
      const args = ["-D", data, ...postgresSettings(port)];
      return { file: binaries.postgres, args, owner, cwd: "/", stopSignal: "SIGINT", ipc: false };
    },
    isReady: async (pid: number) => saysReady(pidFile, pid),
  };
  const url = `postgres://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`;
  return serve(part, url, port, options);
}

/** Ends the Postgres of a data folder that outlived the launcher that started it, if there is one. */
export async function endPostgresOrphan(dir: string, log: (line: string) => void): Promise<void> {
  const home = await postgresHome(resolve(dir), await postgresOwner());
  await endOrphanOf(join(home, "data"), log);
}

async function endOrphanOf(data: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  const mark = `-D ${data} `;
  const ended = await endOrphan({ pidFile, mark, signals: ["SIGINT", "SIGQUIT", "SIGKILL"] });
  if (ended !== null) log(`ended postgres ${ended}, left behind by an earlier run`);
}

/** No socket in the file system: two instances, or two users, can't get in each other's way. */
function postgresSettings(port: number): readonly string[] {
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "on",
    synchronous_commit: "on",
    shared_buffers: "256MB",
    max_connections: "100",
    max_wal_size: "4GB",
    wal_compression: "on",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
    timezone: "UTC",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * The postmaster writes its process id into the first line of its file and its state into the
 * eighth; this is what Postgres's own `pg_ctl` waits for.
 */
function saysReady(pidFile: string, pid: number): boolean {
  try {
    const lines = readFileSync(pidFile, "utf8").split("\n");
    return lines[0] === String(pid) && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}
