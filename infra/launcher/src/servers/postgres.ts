import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Program } from "../processes/program.ts";
import { dataHome } from "./data-home.ts";
import { endOrphan } from "./orphan.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { databaseName, openPostgresCluster } from "./postgres-cluster.ts";
import { resolvePort, type RunningServer, type ServerOptions, startServer } from "./server.ts";
import { systemUser } from "./system-user.ts";

const readyMsMax = 120_000;
const connectionsMaxDefault = 100;

/** Options of a Postgres that this package starts. */
export interface PostgresOptions extends ServerOptions {
  /** Connections at a time; 100 by default. */
  readonly connectionsMax?: number;
  /** Whether a power failure may lose or damage the data, as that of tests. Default: false. */
  readonly expendable?: boolean;
}

/**
 * Starts a Postgres on loopback and keeps it running. Commits are durable unless the data is expendable. Resolves when it accepts
 * connections, after crash recovery. As root, runs it as the system user `postgres`.
 *
 * @throws LaunchError when there is no Postgres for this platform or its data cannot be created.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const owner = await systemUser("postgres");
  const binaries = await postgresBinaries(owner);
  const home = await dataHome(resolve(options.dir), owner);
  const { data, password } = await openPostgresCluster(home, binaries, owner);
  const port = await resolvePort(options.port);
  const pidFile = join(data, "postmaster.pid");
  const supervision = {
    name: "postgres",
    readyMsMax,
    async program(): Promise<Program> {
      await endOrphanOf(data, options.log);
      const args = ["-D", data, ...postgresSettings({ ...options, port })];
      return { file: binaries.postgres, args, owner, cwd: "/", stopSignal: "SIGINT", ipc: false };
    },
    isReady: async (pid: number) => isServing(pidFile, pid),
  };
  const url = `postgres://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`;
  const { socketDir } = options;
  const socketUrl = socketDir
    ? url.replace("@127.0.0.1", `@${encodeURIComponent(socketDir)}`)
    : url;
  return startServer(supervision, { url, socketUrl }, { ...options, port });
}

/** Ends a Postgres that a killed launcher left behind in a data folder. */
export async function endPostgresOrphan(dir: string, log: (line: string) => void): Promise<void> {
  const home = await dataHome(resolve(dir), await systemUser("postgres"));
  await endOrphanOf(join(home, "data"), log);
}

async function endOrphanOf(data: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  const mark = `-D ${data} `;
  const ended = await endOrphan({ pidFile, mark, signals: ["SIGINT", "SIGQUIT", "SIGKILL"] });
  if (ended !== null) log(`ended postgres ${ended}, left behind by an earlier run`);
}

/** Has no socket in the folder that all instances and users of a machine share. */
function postgresSettings({
  port,
  connectionsMax = connectionsMaxDefault,
  expendable = false,
  socketDir,
}: Pick<
  PostgresOptions,
  "port" | "connectionsMax" | "expendable" | "socketDir"
>): readonly string[] {
  const durable = expendable ? "off" : "on";
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketDir ?? "",
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    // By this setting the persister knows that nobody expects durable commits.
    "jetwire.expendable": expendable ? "on" : "off",
    shared_buffers: "256MB",
    max_connections: String(connectionsMax),
    max_wal_size: "4GB",
    wal_compression: "on",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
    timezone: "UTC",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * Reads the postmaster's file as `pg_ctl` does: line 1 is the process id, line 8 the state.
 */
function isServing(pidFile: string, pid: number): boolean {
  try {
    const lines = readFileSync(pidFile, "utf8").split("\n");
    return lines[0] === String(pid) && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}
