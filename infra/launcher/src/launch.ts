import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { apiKeyHint, hashApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { createServiceRoles, Database, migrate } from "@jetwire/db";
import { createLogger, ephemeralPortsWarning } from "@jetwire/runtime";
import { checkPorts } from "./check-ports.ts";
import { openDataDir } from "./data-dir.ts";
import { openDemo, simulatorProgram } from "./demo.ts";
import { startDevPage } from "./dev/dev-page.ts";
import { rebuildDocuments } from "./dev/rebuild-documents.ts";
import { restartOnChange } from "./dev/restart-on-change.ts";
import { LaunchError } from "./launch-error.ts";
import type { Options } from "./options.ts";
import { type NodeProgram, startNodeProgram } from "./processes/node-program.ts";
import { ProcessLog } from "./processes/process-log.ts";
import type { ProcessHost, ProcessSet } from "./processes/process-set.ts";
import type { Supervised } from "./processes/supervised.ts";
import { type Ports, type PortUsers, portsFor, requiredPorts } from "./ports.ts";
import { type Addresses, type Ready, ReadyFile } from "./ready-file.ts";
import { entryOf, sourceOf } from "./programs.ts";
import { readableClone } from "./readable-clone.ts";
import { openSecrets } from "./secrets.ts";
import { openBackupRole, redisAccess, serviceUrls } from "./server-users.ts";
import { dataHome } from "./servers/data-home.ts";
import { openSocketFolders } from "./servers/socket-folder.ts";
import { endPostgresOrphan, startPostgres } from "./servers/postgres.ts";
import { endRedisOrphan, startRedis } from "./servers/redis.ts";
import type { RunningServer, ServerOptions } from "./servers/server.ts";
import { systemUser } from "./servers/system-user.ts";
import { type Gateways, processNames, type ServiceProcess, serviceProcesses } from "./services.ts";
import { buildFiles, buildPrograms } from "./built-files.ts";

/** The environment of a launch. */
export interface LaunchContext {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly processes: ProcessSet;
  /** Receives everything that was opened; disposal closes it in the opposite order. */
  readonly stack: AsyncDisposableStack;
  readonly print: (line: string) => void;
}

/** The system user, the Node and the folder of programs. */
type RunsAs = Pick<NodeProgram, "owner" | "node" | "cwd">;

/** A running instance. */
export interface Launched {
  readonly ready: Ready;
  /** Address of the page's development server, or null. */
  readonly devPage: string | null;
}

const orphansMsMax = 20_000;

/** Limits of the time that each part may take to stop, ms: less than 15 s, to leave time for servers. */
const stopMsMax = { simulator: 1_500, ingest: 4_000, others: 6_500, single: 10_500 };

/**
 * Starts an instance: servers, migrations, the page, services, then the simulated feeders.
 *
 * @throws LaunchError for every failure that the operator can correct.
 */
export async function launch(options: Options, context: LaunchContext): Promise<Launched> {
  const { root, env, processes, stack, print } = context;
  const { data: dataDir, dev } = options;
  const gateways: Gateways = options.oneProcess ? "one-process" : options.gateways;
  checkSources(root, gateways);
  const ports = portsFor(options.portBase, env);
  const users: PortUsers = {
    servicesCount: processNames(gateways).length,
    redis: !env["REDIS_URL"],
    postgres: !env["DATABASE_URL"],
    page: dev,
  };
  const { logDir, unclean } = stack.use(openDataDir(dataDir));
  if (unclean) await endOrphans(dataDir, users, print);
  // Services of a killed launcher need some seconds to notice its end.
  const required = requiredPorts(ports, users);
  const warning = await ephemeralPortsWarning(required.map(({ port }) => port));
  if (warning !== null) print(`warning: ${warning}`);
  await checkPorts(required, unclean ? orphansMsMax : 0);

  const readyFile = new ReadyFile(dataDir);
  processes.stopping.addEventListener("abort", () => readyFile.remove());
  const host: ProcessHost = { processes, logDir, print, pidChanged: readyFile.pidChanged };
  print("starting servers");
  const sockets = stack.use(await openSocketFolders(dataDir));
  const server = (name: "redis" | "postgres") => ({
    ...serverOptions(name, dataDir, ports[name], host),
    socketDir: sockets[name],
  });
  const keep = (running: RunningServer) => stack.use(processes.add(running));
  const secrets = openSecrets(dataDir);
  const access = await redisAccess(env, secrets);
  const redis =
    operatorsServer(env["REDIS_URL"]) ?? keep(await startRedis(server("redis"), access));
  const postgres =
    operatorsServer(env["DATABASE_URL"]) ?? keep(await startPostgres(server("postgres")));
  const databaseUrl = postgres.url;
  const migrateNow = () => applyMigrations(databaseUrl, print);
  await migrateNow();
  await setOperatorKey(databaseUrl, secrets.operatorKey, print);
  if (users.postgres) await createServiceRoles(databaseUrl, secrets.passwords);
  await buildFiles(root, print, processes.stopping);
  if (!dev) await buildPrograms(root, print, processes.stopping);

  print("starting services");
  const owner = await systemUser("jetwire");
  const clone = await readableClone({ root, node: process.execPath }, owner, {
    dataDir,
    dev,
    print,
  });
  const journalDir = await dataHome(join(dataDir, "journal-0"), owner);
  const urls = { redisUrl: redis.socketUrl, databaseUrl: postgres.socketUrl };
  const urlsOf = serviceUrls(urls, users, env, secrets);
  const { demo: isDemo } = options;
  const settings = {
    root: clone.root,
    journalDir,
    ports,
    gateways,
    urlsOf,
    secrets,
    backupUrl: users.postgres ? await openBackupRole(env, databaseUrl) : null,
    env,
    demo: isDemo,
    dev,
  };
  const specs = serviceProcesses(settings);
  readyFile.expect(specs);
  const runsAs = { owner, node: clone.node, cwd: clone.root };
  const services = await startServices(specs, runsAs, host, stack);
  const addresses = addressesOf(ports, redis.url, databaseUrl);
  const simulating = { options, context, host, addresses, root: clone.root, runsAs };
  const demo = options.demo ? await startDemo(simulating) : null;
  readyFile.publish(addresses, demo);
  if (!dev) return { ready: readyFile.content, devPage: null };
  stack.use(restartOnChange({ root, services, print, migrate: migrateNow }));
  stack.use(rebuildDocuments({ root, print, signal: processes.stopping }));
  const rest = readyFile.content.rest;
  const page = stack.use(await startDevPage({ root, port: ports.page, rest, env }, host));
  return { ready: readyFile.content, devPage: page.url };
}

function checkSources(root: string, gateways: Gateways): void {
  for (const name of new Set(processNames(gateways))) {
    const entry = sourceOf(root, name);
    if (existsSync(entry)) continue;
    throw new LaunchError(`${relative(root, entry)} is missing: the clone is incomplete`);
  }
}

/** Returns the address of a server that the operator has given, null if there is none. */
function operatorsServer(url = ""): Pick<RunningServer, "url" | "socketUrl"> | null {
  return url === "" ? null : { url, socketUrl: url };
}

/** Ends the servers that a killed launcher left running in this data folder. */
async function endOrphans(dataDir: string, own: PortUsers, print: (line: string) => void) {
  if (own.redis) await endRedisOrphan(join(dataDir, "redis"), print);
  if (own.postgres) await endPostgresOrphan(join(dataDir, "postgres"), print);
}

function serverOptions(
  name: string,
  dataDir: string,
  port: number,
  { logDir, print, pidChanged, processes }: ProcessHost,
): ServerOptions {
  const log = new ProcessLog(join(logDir, `${name}-0.log`));
  return {
    dir: join(dataDir, name),
    port,
    log: print,
    output: (chunk) => log.write(chunk),
    pidChanged: (pid) => pidChanged(name, 0, pid),
    signal: processes.stopping,
  };
}

async function applyMigrations(databaseUrl: string, print: (line: string) => void): Promise<void> {
  try {
    const { applied } = await migrate(databaseUrl);
    if (applied.length > 0) print(`applied ${applied.length} database migrations`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`the database could not be migrated: ${reason}`, { cause: error });
  }
}

/** Makes the key of `jetwire` on this host valid. */
async function setOperatorKey(
  databaseUrl: string,
  key: string,
  print: (line: string) => void,
): Promise<void> {
  const log = createLogger("launcher", "silent");
  await using database = new Database(databaseUrl, { log, max: 1 });
  const changed = await db.apiKeys.setHostKey(database.sql, {
    keyHash: hashApiKey(key),
    hint: apiKeyHint(key),
  });
  if (changed === null) print("warning: the account `operator` has ended: `jetwire` needs a login");
}

/**
 * Starts all services together. Ingest stops first, so that the others can finish its messages; a process of all services
 * stops in this order by itself.
 */
async function startServices(
  specs: readonly ServiceProcess[],
  runsAs: RunsAs,
  host: ProcessHost,
  stack: AsyncDisposableStack,
): Promise<readonly Supervised[]> {
  const running = await Promise.all(
    specs.map(({ name, replica, entry, env, healthPort, isWatched }) => {
      const health = `http://127.0.0.1:${healthPort}`;
      const readyUrl = `${health}/readyz`;
      const aliveUrl = isWatched ? `${health}/livez` : undefined;
      return startNodeProgram({ name, replica, entry, env, readyUrl, aliveUrl, ...runsAs }, host);
    }),
  );
  const others = running.filter((service) => !isIngest(service));
  const othersMsMax = specs.length === 1 ? stopMsMax.single : stopMsMax.others;
  stack.defer(() => stopAll(others, othersMsMax));
  stack.defer(() => stopAll(running.filter(isIngest), stopMsMax.ingest));
  return running;
}

function isIngest({ name }: Supervised): boolean {
  return name.startsWith("ingest-");
}

async function stopAll(services: readonly Supervised[], timeoutMs: number): Promise<void> {
  await Promise.all(services.map((service) => service.stop(timeoutMs)));
}

interface Simulating {
  readonly options: Options;
  readonly context: LaunchContext;
  readonly host: ProcessHost;
  readonly addresses: Addresses;
  readonly root: string;
  readonly runsAs: RunsAs;
}

async function startDemo(simulating: Simulating): Promise<Ready["demo"]> {
  const { options, context, host, addresses, root, runsAs } = simulating;
  const { env, stack, print } = context;
  const { data: dataDir } = options;
  const { rest, postgres: databaseUrl } = addresses;
  const demo = await openDemo({ dataDir, databaseUrl, rest }).catch((error: unknown) => {
    if (!(error instanceof LaunchError)) throw error;
    print(`there is no demo account: ${error.message}`);
    return null;
  });
  const simulator = await startNodeProgram(
    { ...simulatorProgram(entryOf(root, "simulator", options.dev), addresses, env), ...runsAs },
    host,
  );
  stack.defer(() => simulator.stop(stopMsMax.simulator));
  return demo;
}

function addressesOf(ports: Ports, redis: string, postgres: string): Addresses {
  const { rest, ws, ingestHttp, udp, tcp } = ports;
  return {
    rest: `http://127.0.0.1:${rest}`,
    ws: `ws://127.0.0.1:${ws}`,
    ingest: { http: `http://127.0.0.1:${ingestHttp}/v1/ingest`, udp, tcp },
    redis,
    postgres,
  };
}
