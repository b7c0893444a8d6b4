import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, migrate } from "@jetwire/db";
import { startPostgres } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";
import { inject } from "vitest";
import { randomNamespace, type TestDatabase } from "./test-database.ts";

const log = createLogger("test", "silent");

/**
 * Starts a Postgres with one migrated database, for tests of what a whole server takes: the server of the run has a
 * database for each test file. Disposal stops it and removes its data.
 */
export async function startOwnDatabase(): Promise<TestDatabase> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "jetwire-own-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(dir, 0o711);
  const options = { dir: join(dir, "postgres"), port: 0, log: () => {}, expendable: true };
  const { url } = stack.use(await startPostgres(options));
  await migrate(url);
  const database = stack.use(new Database(url, { log, max: 4, statementTimeoutMs: 60_000 }));
  const opened = stack.move();
  return {
    url,
    database,
    namespace: randomNamespace(),
    redisUrl: inject("redisUrl"),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
