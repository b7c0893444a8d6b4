import { type ServiceName, serviceNames } from "@jetwire/protocol";
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { createLogger, type Logger } from "@jetwire/runtime";
import { createPool, type Sql } from "../connection/database.ts";
import { quoted } from "../query/quoted.ts";
import { ownerFunctions } from "./owner-functions.ts";
import { servicePrivileges } from "./service-privileges.ts";

/** Passwords of services; one without a password gets no role. */
export type RolePasswords = Readonly<Partial<Record<ServiceName, string>>>;

/** Returns the name of a service's role, which has the name of its database in it. */
export function roleName(database: string, service: ServiceName): string {
  return `${database}_${service}`;
}

/** Returns the address of a database for a service's role. */
export function roleUrl(ownerUrl: string, service: ServiceName, password: string): string {
  const url = new URL(ownerUrl);
  url.username = roleName(decodeURIComponent(url.pathname.slice(1)), service);
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Creates the roles of services with these passwords, or sets the passwords of existing roles, and
 * grants each what its service needs. Only roles may connect afterwards, besides the owner.
 *
 * @param url the migrated database, as its owner, who must be allowed to create roles
 */
export async function createServiceRoles(
  url: string,
  passwords: RolePasswords,
  log: Logger = createLogger("migrate", "silent"),
): Promise<void> {
  const pool = createPool(url, { log, max: 1, applicationName: "jetwire-migrate" }, null);
  try {
    const database = await databaseName(pool);
    const given = serviceNames.flatMap((service) => {
      const password = passwords[service];
      return password === undefined ? [] : [{ role: roleName(database, service), password }];
    });
    if (given.length === 0) return;
    const roles: string[] = [];
    for (const one of given) roles.push(await statementOfRole(pool, one));
    const names = given.map(({ role }) => role);
    await pool.unsafe([...roles, ...grantsOfConnecting(database, names)].join(";\n"));
    await grantServicePrivileges(pool);
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/**
 * Grants the roles of this database exactly what their services need, in one transaction. Does
 * nothing without roles: then all services use the owner.
 */
export async function grantServicePrivileges(sql: Sql): Promise<void> {
  const database = await databaseName(sql);
  const known = await existingRoles(sql, database);
  const statements = serviceNames
    .filter((service) => known.includes(roleName(database, service)))
    .flatMap((service) => grantsOf(service, quoted(roleName(database, service))));
  if (statements.length > 0) await sql.unsafe(statements.join(";\n"));
}

/**
 * Grants the roles that there are, those of services and that of back-ups, their rights in a migrated database that got its name:
 * the server keeps roles, and a database its rights.
 *
 * @param url the database, as its owner
 */
export async function grantExistingRoles(url: string): Promise<void> {
  const log = createLogger("migrate", "silent");
  const pool = createPool(url, { log, max: 1, applicationName: "jetwire-migrate" }, null);
  try {
    const database = await databaseName(pool);
    const known = await existingRoles(pool, database);
    if (known.length > 0) {
      await pool.unsafe(grantsOfConnecting(database, known).join(";\n"));
      await grantServicePrivileges(pool);
    }
    const backup = backupRoleName(database);
    const [found] = await pool`select 1 from pg_roles where rolname = ${backup}`;
    if (found !== undefined) await pool.unsafe(grantsOfBackups(database).join(";\n"));
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/** Returns the statements by which only these roles may connect to a database, besides its owner. */
function grantsOfConnecting(database: string, roles: readonly string[]): readonly string[] {
  const name = quoted(database);
  return [
    `revoke connect, temporary on database ${name} from public`,
    ...roles.map((role) => `grant connect on database ${name} to ${quoted(role)}`),
  ];
}

/** Returns the statements by which the role of back-ups reads everything. */
function grantsOfBackups(database: string): readonly string[] {
  const role = quoted(backupRoleName(database));
  return [
    `grant connect on database ${quoted(database)} to ${role}`,
    `grant select on all tables in schema public to ${role}`,
    `grant select on all sequences in schema public to ${role}`,
    `alter default privileges in schema public grant select on tables to ${role}`,
    `alter default privileges in schema public grant select on sequences to ${role}`,
  ];
}

/** Returns the name of the role that takes back-ups. */
function backupRoleName(database: string): string {
  return `${database}_backup`;
}

/** Returns the address of a database for the role that takes back-ups. */
export function backupRoleUrl(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = backupRoleName(decodeURIComponent(url.pathname.slice(1)));
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Creates the role that takes back-ups, or sets its password. It reads all tables, those of later days too, and may create
 * databases, in which it restores what it has copied; it changes nothing in this one.
 *
 * @param url the migrated database, as its owner, who must be allowed to create roles and databases
 */
export async function createBackupRole(
  url: string,
  password: string,
  log: Logger = createLogger("migrate", "silent"),
): Promise<void> {
  const pool = createPool(url, { log, max: 1, applicationName: "jetwire-migrate" }, null);
  try {
    const database = await databaseName(pool);
    const wanted = { role: backupRoleName(database), password, createdb: true };
    const role = await statementOfRole(pool, wanted);
    await pool.unsafe([role, ...grantsOfBackups(database)].join(";\n"));
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/**
 * Returns the statement that creates a role, or corrects it and sets its password. It names only the attributes that differ:
 * Postgres refuses an owner without the rights of a superuser even if an attribute is to stay as it is.
 *
 * @throws Error if the role is a superuser, and the owner is none
 */
async function statementOfRole(
  sql: Sql,
  { role, password, createdb = false }: { role: string; password: string; createdb?: boolean },
): Promise<string> {
  const wanted = { login: true, superuser: false, createdb, createrole: false, inherit: false };
  const [found] = await sql<(typeof wanted & { mayChangeSuperusers: boolean })[]>`
    select rolcanlogin as login, rolsuper as superuser, rolcreatedb as createdb,
      rolcreaterole as createrole, rolinherit as inherit,
      (select rolsuper from pg_roles where rolname = current_user) as may_change_superusers
    from pg_roles where rolname = ${role}`;
  if (found?.superuser === true && !found.mayChangeSuperusers) {
    throw new Error(
      `the role ${role} is a superuser, and only a superuser can change that: alter role ${quoted(role)} nosuperuser`,
    );
  }
  const present: Partial<Record<string, boolean>> = found ?? {};
  const attributes = Object.entries(wanted)
    .filter(([name, isWanted]) => present[name] !== isWanted)
    .map(([name, isWanted]) => (isWanted ? name : `no${name}`));
  const verb = found === undefined ? "create" : "alter";
  return `${verb} role ${quoted(role)} ${attributes.join(" ")} password '${scramVerifier(password)}'`;
}

function grantsOf(service: ServiceName, role: string): readonly string[] {
  const tables = Object.entries(servicePrivileges[service]);
  const functions = Object.entries(ownerFunctions);
  return [
    `revoke all on all tables in schema public from ${role}`,
    ...functions.map(([name]) => `revoke all on function ${name} from ${role}`),
    ...tables.map(([table, rights]) => `grant ${rights.join(", ")} on ${table} to ${role}`),
    ...functions
      .filter(([, services]) => services.includes(service))
      .map(([name]) => `grant execute on function ${name} to ${role}`),
  ];
}

async function databaseName(sql: Sql): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  if (row === undefined) throw new Error("the database has no name");
  return row.name;
}

async function existingRoles(sql: Sql, database: string): Promise<readonly string[]> {
  const names = serviceNames.map((service) => roleName(database, service));
  const rows = await sql<{ name: string }[]>`
    select rolname::text as name from pg_roles where rolname = any(${names}::text[])`;
  return rows.map(({ name }) => name);
}

const scramIterations = 4096;

/** Computes what Postgres stores of a password (RFC 5803), so that no statement contains it. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, scramIterations, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${scramIterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
