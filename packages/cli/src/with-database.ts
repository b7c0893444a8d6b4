import { openDatabase, type Sql } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import type { Servers } from "./servers.ts";

const commandMsMax = 15_000;

/** Runs a command's queries on a connection of its own, within a deadline. */
export async function withDatabase<T>(
  servers: Servers,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  await using database = openDatabase(servers.databaseUrl, {
    log: createLogger("jetwire", "silent"),
    max: 2,
    applicationName: "jetwire-cli",
  });
  return await database.withQueryDeadline(work, commandMsMax);
}
