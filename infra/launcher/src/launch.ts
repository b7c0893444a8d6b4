import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { migrate } from "@jetwire/db";
import type { Crew } from "./crew.ts";
import { openDataDir } from "./data-dir.ts";
import { openDemo } from "./demo.ts";
import { LaunchError } from "./launch-error.ts";
import { endOrphans, openPostgres, openRedis } from "./open-servers.ts";
import { operatorCli } from "./operator-cli.ts";
import type { Options } from "./options.ts";
import { type Books, startOwnProcess } from "./own-process.ts";
import { type Ports, portsFor } from "./ports.ts";
import type { Ready } from "./ready-file.ts";
import { Roster } from "./roster.ts";
import { openSecrets } from "./secrets.ts";
import { replicaNames, type ServiceProcess, serviceProcesses } from "./service-processes.ts";
import { demoStations, readyDemo, simulatorProcess } from "./simulator.ts";
import type { Supervised } from "./supervision/supervised.ts";
import { expectFree } from "./taken-ports.ts";
import { buildViewer } from "./viewer-build.ts";
import { type OwnServers, wantedPorts } from "./wanted-ports.ts";

/** What a launch works with. */
export interface LaunchContext {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly crew: Crew;
  /** Everything opened goes in here; disposing of it closes in the opposite order. */
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

const orphansMsMax = 20_000;

/**
 * Shares of the fifteen seconds that stopping may take, in milliseconds: one that hangs must not
 * use up the time of the servers, which come last.
 */
const stopMsMax = { simulator: 1_500, ingest: 4_000, others: 6_500 };

/**
 * Starts an instance: servers, migrations, the web page, services, then the simulated feeders.
 *
 * @returns what `ready.json` says.
 * @throws LaunchError for whatever the person at the keyboard can put right.
 */
export async function launch(options: Options, context: LaunchContext): Promise<Ready> {
  const { root, env, crew, stack, say } = context;
  expectServices(root);
  const ports = portsFor(options.portBase, env);
  const own = { redis: !isSet(env["REDIS_URL"]), postgres: !isSet(env["DATABASE_URL"]) };
  const dir = stack.use(openDataDir(options.dataDir));
  await claimPorts(options, ports, own, dir.unclean, say);

  const roster = new Roster(options.dataDir);
  crew.stopping.addEventListener("abort", () => roster.close());
  const books: Books = { logDir: dir.logDir, say, pidChanged: roster.pidChanged };
  const plan = { dataDir: options.dataDir, ports };
  say("starting servers");
  const redisUrl = own.redis
    ? stack.use(await openRedis(plan, crew, books)).url
    : String(env["REDIS_URL"]);
  const databaseUrl = own.postgres
    ? stack.use(await openPostgres(plan, crew, books)).url
    : String(env["DATABASE_URL"]);
  await bringUpToDate(databaseUrl, say);
  await buildViewer(root, say, crew.stopping);

  say("starting services");
  const secrets = openSecrets(options.dataDir);
  const { dataDir, gateways } = options;
  const settings = { root, dataDir, ports, gateways, redisUrl, databaseUrl, secrets, env };
  await startServices(serviceProcesses(settings), context, books, roster);
  roster.open(addresses(ports, redisUrl, databaseUrl));
  if (options.demo) await startDemo(options, context, books, roster);
  return roster.ready;
}

function expectServices(root: string): void {
  for (const name of new Set(replicaNames(1))) {
    const entry = join(root, "services", name, "src", "main.ts");
    if (existsSync(entry)) continue;
    throw new LaunchError(`${relative(root, entry)} is missing: this clone is not complete`);
  }
}

/** After a launcher was killed, its services may take some seconds to notice and let go. */
async function claimPorts(
  options: Options,
  ports: Ports,
  own: OwnServers,
  unclean: boolean,
  say: (line: string) => void,
): Promise<void> {
  if (unclean) await endOrphans(options.dataDir, own, say);
  const wanted = wantedPorts(ports, replicaNames(options.gateways).length, own);
  await expectFree(wanted, unclean ? orphansMsMax : 0);
}

async function bringUpToDate(databaseUrl: string, say: (line: string) => void): Promise<void> {
  try {
    const { applied } = await migrate(databaseUrl);
    if (applied.length > 0) say(`database: ${applied.length} migrations applied`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`the database could not be brought up to date: ${reason}`, {
      cause: error,
    });
  }
}

/** All at once; ingest is the first to be stopped, so that the others can finish what it took in. */
async function startServices(
  processes: readonly ServiceProcess[],
  { crew, stack }: LaunchContext,
  books: Books,
  roster: Roster,
): Promise<void> {
  roster.expect(processes);
  const running = await Promise.all(processes.map((spec) => startOwnProcess(spec, crew, books)));
  const others = running.filter((part) => !isIngest(part));
  stack.defer(() => stopAll(others, stopMsMax.others));
  stack.defer(() => stopAll(running.filter(isIngest), stopMsMax.ingest));
}

function isIngest(part: Supervised): boolean {
  return part.name.startsWith("ingest-");
}

async function stopAll(parts: readonly Supervised[], timeoutMs: number): Promise<void> {
  await Promise.all(parts.map((part) => part.stop(timeoutMs)));
}

async function startDemo(
  options: Options,
  { root, env, crew, stack, say }: LaunchContext,
  books: Books,
  roster: Roster,
): Promise<void> {
  const cli = operatorCli(root, options.dataDir, crew.stopping);
  try {
    const demo = await openDemo(options.dataDir, roster.ready.rest, demoStations(), cli);
    roster.addDemo(readyDemo(demo));
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    say(`there is no demo account: ${error.message}`);
  }
  const simulator = await startOwnProcess(simulatorProcess(root, roster.ready, env), crew, books);
  stack.defer(() => simulator.stop(stopMsMax.simulator));
}

function addresses(ports: Ports, redis: string, postgres: string) {
  return {
    rest: `http://127.0.0.1:${ports.rest}`,
    ws: `ws://127.0.0.1:${ports.ws}`,
    ingest: {
      http: `http://127.0.0.1:${ports.ingestHttp}/v1/ingest`,
      udp: ports.udp,
      tcp: ports.tcp,
    },
    redis,
    postgres,
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
