import { join } from "node:path";
import type { Crew } from "./crew.ts";
import type { Books } from "./own-process.ts";
import { ProcessLog } from "./process-log.ts";
import { endPostgresOrphan, startPostgres } from "./servers/postgres.ts";
import { endRedisOrphan, startRedis } from "./servers/redis.ts";
import type { RunningServer, ServerOptions } from "./servers/running-server.ts";
import type { OwnServers } from "./wanted-ports.ts";

/** Where an instance keeps its data, of its servers and of theirs. */
export interface ServerPlan {
  readonly dataDir: string;
  readonly ports: { readonly redis: number; readonly postgres: number };
}

type StartServer = (options: ServerOptions) => Promise<RunningServer>;

/** Ends what a killed launcher may have left running in this data folder. */
export async function endOrphans(
  dataDir: string,
  own: OwnServers,
  say: (line: string) => void,
): Promise<void> {
  if (own.redis) await endRedisOrphan(join(dataDir, "redis"), say);
  if (own.postgres) await endPostgresOrphan(join(dataDir, "postgres"), say);
}

/** Starts the Redis of an instance. */
export function openRedis(plan: ServerPlan, crew: Crew, books: Books): Promise<RunningServer> {
  return open("redis", startRedis, plan, crew, books);
}

/** Starts the Postgres of an instance. */
export function openPostgres(plan: ServerPlan, crew: Crew, books: Books): Promise<RunningServer> {
  return open("postgres", startPostgres, plan, crew, books);
}

async function open(
  name: "redis" | "postgres",
  start: StartServer,
  plan: ServerPlan,
  crew: Crew,
  books: Books,
): Promise<RunningServer> {
  const log = new ProcessLog(join(books.logDir, `${name}-0.log`));
  const server = await start({
    dir: join(plan.dataDir, name),
    port: plan.ports[name],
    log: books.say,
    output: (chunk) => log.write(chunk),
    pidChanged: (pid) => books.pidChanged(name, 0, pid),
    signal: crew.stopping,
  });
  return crew.add(server);
}
