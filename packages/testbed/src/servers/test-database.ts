import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type Database, migrate, openDatabase } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Servers of this test run. */
    redisUrl: string;
    postgresUrl: string;
  }
}

/** What a test file has for itself; dropped by disposal. */
export interface TestDatabase extends AsyncDisposable {
  /** An empty, migrated database of its own. */
  readonly url: string;
  readonly database: Database;
  /** A `JETWIRE_NAMESPACE` nobody else uses. */
  readonly namespace: string;
  readonly redisUrl: string;
}

const migrations = new URL("migrations/", import.meta.resolve("@jetwire/db"));
const templateLock = 5_917_003;
const log = createLogger("test", "silent");

/** A prefix of keys and channels for one test file. */
export function randomNamespace(): string {
  return `t-${randomBytes(6).toString("hex")}`;
}

/** A fresh database, copied from one that the first caller of a run migrates. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const template = await ensureTemplate(serverUrl);
  const name = `jetwire_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, (server) =>
    server.sql.unsafe(`create database ${name} template ${template}`),
  );
  const url = databaseUrl(serverUrl, name);
  const database = openDatabase(url, { log, max: 4 });
  return {
    url,
    database,
    namespace: randomNamespace(),
    redisUrl: inject("redisUrl"),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await onServer(serverUrl, (server) =>
        server.sql.unsafe(`drop database ${name} with (force)`),
      );
    },
  };
}

/** Named by what it holds and the day, so that a server that outlives a run serves no stale one. */
async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `jetwire_template_${templateDigest()}`;
  await onServer(serverUrl, async ({ sql }) => {
    await sql`select pg_advisory_lock(${templateLock})`;
    const [made] = await sql`select 1 from pg_database where datname = ${name}`;
    if (made) return;
    await sql.unsafe(`drop database if exists ${name}_making`);
    await sql.unsafe(`create database ${name}_making`);
    await migrate(databaseUrl(serverUrl, `${name}_making`));
    await sql.unsafe(`alter database ${name}_making rename to ${name}`);
  });
  return name;
}

function templateDigest(): string {
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  for (const file of readdirSync(migrations).toSorted()) {
    hash.update(readFileSync(new URL(file, migrations)));
  }
  return hash.digest("hex").slice(0, 12);
}

/** One connection, so that a lock taken on it holds until it is closed. */
async function onServer(
  serverUrl: string,
  work: (server: Database) => PromiseLike<unknown>,
): Promise<void> {
  await using server = openDatabase(serverUrl, { log, max: 1, statementTimeoutMs: 60_000 });
  await work(server);
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
