import { openDatabase, type Sql } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import type { Servers } from "./servers.ts";

const commandMsMax = 15_000;

/** Runs queries within a command's deadline. */
export type RunQueries = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Runs a command's queries on a connection of its own, within a deadline. */
export async function withDatabase<T>(
  servers: Servers,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return await withOpenDatabase(servers, (run) => run(work));
}

/** For a command of many queries: the connection stays open, each has a deadline of its own. */
export async function withOpenDatabase<T>(
  servers: Servers,
  work: (run: RunQueries) => Promise<T>,
): Promise<T> {
  await using database = openDatabase(servers.databaseUrl, {
    log: createLogger("jetwire", "silent"),
    max: 2,
    applicationName: "jetwire-cli",
  });
  return await work((queries) => database.withQueryDeadline(queries, commandMsMax));
}
