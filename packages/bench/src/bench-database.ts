import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, migrate } from "@jetwire/db";
import { startPostgres } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";

/** A migrated Postgres for one benchmark, and a folder for other servers. Disposal deletes both. */
export interface BenchDatabase extends AsyncDisposable {
  readonly url: string;
  readonly database: Database;
  readonly folder: string;
}

export async function startBenchDatabase(
  options: { readonly max?: number; readonly statementTimeoutMs?: number } = {},
): Promise<BenchDatabase> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "jetwire-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { url } = stack.use(await startPostgres({ dir: folder, port: 0, log: () => {} }));
  await migrate(url);
  const log = createLogger("bench", "silent");
  const database = stack.use(new Database(url, { log, max: 2, ...options }));
  const opened = stack.move();
  return { url, database, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
