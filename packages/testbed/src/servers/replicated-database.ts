import { execFile } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Database, migrate } from "@jetwire/db";
import { type RunningServer, startPostgres } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";
import { inject } from "vitest";
import { until } from "../checks/until.ts";
import { randomNamespace, type TestDatabase } from "./test-database.ts";

const run = promisify(execFile);
const statementTimeoutMs = 60_000;
const log = createLogger("test", "silent");
const ignore = (): void => undefined;

/** A migrated database on a Postgres of its own, which a replica follows. */
export interface ReplicatedDatabase extends TestDatabase {
  readonly replica: Pick<RunningServer, "url" | "stop">;
  /** Stops the replica from applying what is written from now on. */
  pauseReplica(): Promise<void>;
  resumeReplica(): Promise<void>;
}

/** Starts a Postgres and a streaming replica of it. Disposal stops both and removes their data. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "jetwire-replicated-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(dir, 0o711);
  const [primaryDir, replicaDir] = [join(dir, "primary"), join(dir, "replica")];
  {
    // Stopped before it is copied, so that the copy is complete.
    await using first = await startPostgres({
      dir: primaryDir,
      port: 0,
      log: ignore,
      expendable: true,
    });
    await migrate(first.url);
  }
  await mkdir(replicaDir, { mode: 0o700 });
  const home = await homeOf(primaryDir);
  await run("cp", ["-a", join(home, "data"), join(home, "password"), replicaDir]);
  const primary = stack.use(
    await startPostgres({ dir: primaryDir, port: 0, log: ignore, expendable: true }),
  );
  await makeReplica(join(replicaDir, "data"), primary);
  const replica = stack.use(
    await startPostgres({ dir: replicaDir, port: 0, log: ignore, expendable: true }),
  );
  const database = stack.use(new Database(primary.url, { log, max: 4, statementTimeoutMs }));
  const ofReplica = stack.use(new Database(replica.url, { log, max: 1, statementTimeoutMs }));
  const opened = stack.move();
  return {
    url: primary.url,
    database,
    namespace: randomNamespace(),
    redisUrl: inject("redisUrl"),
    replica,
    async pauseReplica() {
      await ofReplica.sql`select pg_wal_replay_pause()`;
      await until("the replica to pause", async () => {
        const [row] = await ofReplica.sql<{ state: string }[]>`
          select pg_get_wal_replay_pause_state() as state`;
        return row?.state === "paused";
      });
    },
    resumeReplica: async () => void (await ofReplica.sql`select pg_wal_replay_resume()`),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Makes a copy of a Postgres that was stopped a replica of it. */
async function makeReplica(data: string, { port, url }: RunningServer): Promise<void> {
  const { username, password } = new URL(url);
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(join(data, "postgresql.auto.conf"), `primary_conninfo = '${primary}'\n`);
  await writeFile(join(data, "standby.signal"), "");
}

/** Returns the folder of a Postgres, which is elsewhere if its system user cannot reach the given one. */
async function homeOf(dir: string): Promise<string> {
  return await realpath(join(dir, "home")).catch(() => dir);
}
