import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createLogger, type Logger, withDeadline } from "@jetwire/runtime";
import { adoptBaseline, firstBefore } from "./adopt-baseline.ts";
import { seedAirlines } from "./airlines/airline-seed.ts";
import { seedAirports } from "./airports/airports.ts";
import { seedGroundStations } from "./ground-stations/ground-stations.ts";
import { createPool, type Sql } from "./connection/database.ts";
import * as partitions from "./retention/partitions.ts";
import { grantServicePrivileges } from "./roles/service-roles.ts";

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly text: string;
}

const directory = new URL("migrations/", import.meta.url);
const namePattern = /^(\d{4})-[a-z0-9-]+\.sql$/;
const migrationLock = 5_917_001;
const lockWaitMs = 120_000;
const dayMs = 86_400_000;

/** Partitions are made from yesterday (clocks differ) to a week ahead (chores may be away). */
const partitionDays = { before: 1, total: 9 };

/**
 * Brings a database to this version: migrations in order, each in its own transaction, then seeds,
 * the coming days' partitions and the privileges of the services' roles. Any number of processes may call it at once; one works, the
 * others wait and find it done.
 *
 * @param allowNewer accepts a database that a newer version has migrated, as after a rollback of the services
 * @returns the names of migrations: those that were applied now, and with `allowNewer` those of newer versions
 * @throws Error when an applied migration's file was changed, or the database is newer than this.
 */
export async function migrate(
  url: string,
  log: Logger = createLogger("migrate", "silent"),
  { allowNewer = false }: { readonly allowNewer?: boolean } = {},
): Promise<{ applied: string[]; newer?: string[] }> {
  const options = { log, max: 1, statementTimeoutMs: 0, applicationName: "jetwire-migrate" };
  // One connection that is never replaced: it holds the lock.
  const pool = createPool(url, options, null);
  try {
    await lock(pool);
    const { applied, newer } = await applyMigrations(pool, readMigrations(), allowNewer);
    // A failure ends the connection, and so the transaction.
    await pool`begin`;
    await seedAirlines(pool);
    await seedAirports(pool);
    await seedGroundStations(pool);
    await pool`commit`;
    const from = new Date(Date.now() - partitionDays.before * dayMs);
    await partitions.ensure(pool, from, partitionDays.total);
    await grantServicePrivileges(pool);
    return { applied, ...(newer.length > 0 && { newer }) };
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/**
 * Makes the tables of a migration in an empty database, as it was then: without seeds, days and rights of services.
 *
 * @param last the name of the last migration to apply
 * @throws Error if this version does not have it
 */
export async function migrateTo(url: string, last: string): Promise<void> {
  const known = readMigrations();
  const index = known.findIndex(({ name }) => name === last);
  if (index === -1) {
    throw new Error(
      `this version has no migration ${last}: use the version that has it, or a later one`,
    );
  }
  const log = createLogger("migrate", "silent");
  const options = { log, max: 1, statementTimeoutMs: 0, applicationName: "jetwire-migrate" };
  const pool = createPool(url, options, null);
  try {
    await lock(pool);
    await applyMigrations(pool, known.slice(0, index + 1), false);
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/** Returns whether this version has a migration: without it, the tables of its database cannot be made anew. */
export function hasMigration(name: string): boolean {
  return readMigrations().some((migration) => migration.name === name);
}

/** Numbers applied and known, for `doctor`. */
export async function migrationStatus(
  sql: Sql,
): Promise<{ applied: string[]; pending: string[]; unknown: string[] }> {
  const known = readMigrations().map((migration) => migration.name);
  const [table] = await sql<{ there: boolean }[]>`
    select to_regclass('schema_migrations') is not null as there`;
  const rows = table?.there
    ? await sql<{ name: string }[]>`select name from schema_migrations order by number`
    : [];
  const applied = rows.map((row) => row.name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.includes(firstBefore) ? [] : applied.filter((name) => !known.includes(name)),
  };
}

/** Takes the lock of migrations. It belongs to the connection and ends with the process. */
async function lock(pool: Sql): Promise<void> {
  await withDeadline(
    pool`select pg_advisory_lock(${migrationLock})`.execute(),
    lockWaitMs,
    "waiting for another process' migration",
  );
}

async function applyMigrations(
  pool: Sql,
  known: readonly Migration[],
  allowNewer: boolean,
): Promise<{ applied: string[]; newer: string[] }> {
  await pool`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  const [baseline] = known;
  const adopted = baseline !== undefined && (await adoptBaseline(pool, baseline));
  const rows = await pool<{ number: number; name: string; checksum: string }[]>`
    select number, name, checksum from schema_migrations order by number`;
  const done = new Map(rows.map((row) => [row.number, row]));
  const newest = known.at(-1)?.number ?? 0;
  const newer = rows.filter((row) => row.number > newest).map((row) => row.name);
  if (newer.length > 0 && !allowNewer) {
    throw new Error(
      `the database is newer than this version of Jetwire: it has ${newer.join(", ")}; run the newer version`,
    );
  }
  const applied = adopted ? [`${baseline.name} (adopted)`] : [];
  for (const migration of known) {
    const earlier = done.get(migration.number);
    if (earlier === undefined) {
      await apply(pool, migration);
      applied.push(migration.name);
    } else if (earlier.checksum !== migration.checksum) {
      throw new Error(
        `migration ${migration.name} was changed after it was applied; migrations are append-only, ` +
          "so put the change into a new one",
      );
    }
  }
  return { applied, newer };
}

/**
 * A setting in the head of a function of the baseline. Only a superuser may put it there, and the owner of a managed database is
 * none; 0018 sets it inside of the function. The file stays as it is, because its checksum is that of databases that have it.
 */
const settingOfSuperusers = " set jetwire.audit_retention = 'on'";

/**
 * The file and its record as one text: the server runs that as one transaction. (The library's
 * `begin` would end the process if the connection were lost in the middle.)
 */
async function apply(pool: Sql, { number, name, checksum, text }: Migration): Promise<void> {
  await pool.unsafe(
    `${text.replace(settingOfSuperusers, "")};
     insert into schema_migrations (number, name, checksum) values (${number}, '${name}', '${checksum}')`,
  );
}

function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((file) => namePattern.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, directory), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { number: Number(file.slice(0, 4)), name: file.slice(0, -4), checksum, text };
    });
}
