import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Database, migrate } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Servers of this test run. */
    redisUrl: string;
    postgresUrl: string;
  }
}

/** The database and namespace of one test file. The database is removed with the server of the run. */
export interface TestDatabase extends AsyncDisposable {
  /** The address of an empty, migrated database. */
  readonly url: string;
  readonly database: Database;
  /** A unique `JETWIRE_NAMESPACE`. */
  readonly namespace: string;
  readonly redisUrl: string;
}

const migrations = new URL("migrations/", import.meta.resolve("@jetwire/db"));
const templateLock = 5_917_003;
const log = createLogger("test", "silent");

/** Returns a unique prefix for keys and channels. */
export function randomNamespace(): string {
  return `t-${randomBytes(6).toString("hex")}`;
}

let template: Promise<string> | null = null;

/** Creates a database as a copy of a template, which the first caller of a run migrates. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const source = await (template ??= ensureTemplate(serverUrl));
  const name = `jetwire_${randomBytes(6).toString("hex")}`;
  // Without fsync, to copy the files takes less time than to write them through the WAL.
  await onServer(serverUrl, ({ sql }) =>
    sql.unsafe(`create database ${name} template ${source} strategy file_copy`),
  );
  const url = databaseUrl(serverUrl, name);
  const database = new Database(url, { log, max: 4, statementTimeoutMs: 60_000 });
  return {
    url,
    database,
    namespace: randomNamespace(),
    redisUrl: inject("redisUrl"),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** The name contains a digest of the migrations and the day, so that no outdated template is used. */
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

/** Uses one connection, so that a lock is released when it closes. */
async function onServer(
  serverUrl: string,
  work: (server: Database) => PromiseLike<unknown>,
): Promise<void> {
  await using server = new Database(serverUrl, { log, max: 1, statementTimeoutMs: 60_000 });
  await work(server);
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
