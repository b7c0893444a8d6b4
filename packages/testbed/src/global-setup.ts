import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { buildPrograms, startPostgres, startRedis } from "@jetwire/launcher";
import type { TestProject } from "vitest/node";

// Three test files run at a time, and some start several replicas of each service.
const connectionsMax = 400;

/**
 * Starts one Redis and one Postgres for a test run, on free ports and with temporary data, so that a
 * test run does not meet a running instance, and bundles the programs that tests start. Tests get the addresses by `inject("redisUrl")` and
 * `inject("postgresUrl")`.
 *
 * @returns a function that stops both and removes the data
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPrograms(fileURLToPath(new URL("../../..", import.meta.url)));
  const dir = await mkdtemp(join(tmpdir(), "jetwire-test-"));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(dir, 0o711);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const redis = opened.use(await startRedis({ dir: join(dir, "redis"), port: 0, log }));
  const postgres = opened.use(
    await startPostgres({
      dir: join(dir, "postgres"),
      port: 0,
      connectionsMax,
      expendable: true,
      log,
    }),
  );
  project.provide("redisUrl", redis.url);
  project.provide("postgresUrl", postgres.url);
  const running = opened.move();
  return () => running.disposeAsync();
}

function log(line: string): void {
  process.stderr.write(`test servers: ${line}\n`);
}
