import { type ServiceName, serviceNames } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { createLogger } from "@jetwire/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceRoles, Database, migrate, roleUrl } from "../src/index.ts";
import { roleName } from "../src/roles/service-roles.ts";
import { operatorTables } from "../src/roles/operator-tables.ts";
import { servicePrivileges } from "../src/roles/service-privileges.ts";

const log = createLogger("test", "silent");
const passwords = Object.fromEntries(
  serviceNames.map((service) => [service, `the password of ${service}`]),
) as Record<ServiceName, string>;

let at: TestDatabase;
const pools = new Map<ServiceName, Database>();
beforeAll(async () => {
  at = await createTestDatabase();
  await createServiceRoles(at.url, passwords);
  for (const service of serviceNames) {
    const url = roleUrl(at.url, service, passwords[service]);
    pools.set(service, new Database(url, { log, max: 1 }));
  }
});
afterAll(async () => {
  for (const pool of pools.values()) await pool[Symbol.asyncDispose]();
  await at[Symbol.asyncDispose]();
});

function sqlOf(service: ServiceName) {
  const pool = pools.get(service);
  if (pool === undefined) throw new Error(`${service} has no role`);
  return pool.sql;
}

async function tables(): Promise<readonly string[]> {
  const rows = await at.database.sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and relname !~ '_[0-9]{8}$'
    order by relname`;
  return rows.map(({ name }) => name);
}

/** Returns the rights of a role to a table: `s`, `i`, `u`, `d`; in capitals for all columns. */
async function rightsOf(role: string, table: string): Promise<string> {
  const letters = await Promise.all(
    ["select", "insert", "update", "delete"].map(async (privilege) => {
      const column = privilege === "delete" ? "has_table_privilege" : "has_any_column_privilege";
      const [row] = await at.database.sql.unsafe<{ whole: boolean; some: boolean }[]>(
        `select has_table_privilege($1, $2, $3) as whole, ${column}($1, $2, $3) as some`,
        [role, table, privilege],
      );
      const letter = privilege.charAt(0);
      if (row?.whole === true) return letter.toUpperCase();
      return row?.some === true ? letter : "-";
    }),
  );
  return letters.join("");
}

test("every table is granted to a service, or is the operator's alone", async () => {
  const granted = Object.values(servicePrivileges).flatMap((rights) => Object.keys(rights));
  const named = new Set([...granted, ...operatorTables]);
  expect((await tables()).filter((table) => !named.has(table))).toEqual([]);
});

test("each role has these rights and no others", async () => {
  const { sql } = at.database;
  const [{ database } = { database: "" }] = await sql<{ database: string }[]>`
    select current_database() as database`;
  const lines = [
    ["table", ...serviceNames]
      .map((name) => name.padEnd(22))
      .join("")
      .trimEnd(),
  ];
  for (const table of await tables()) {
    const cells = await Promise.all(
      serviceNames.map((service) => rightsOf(roleName(database, service), table)),
    );
    lines.push(
      [table, ...cells]
        .map((cell) => cell.padEnd(22))
        .join("")
        .trimEnd(),
    );
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("role-matrix.txt");
});

const denied = "permission denied";

describe("a service cannot do what it has no need for", () => {
  test.each<[ServiceName, string]>([
    ["rest", "insert into messages (id) values (gen_random_uuid())"],
    ["rest", "update messages set body = ''"],
    ["rest", "delete from messages"],
    ["rest", "update stations set account_id = null"],
    ["rest", "update accounts set username = 'mallory'"],
    ["rest", "insert into stations (ident) values ('MALLORY')"],
    ["rest", "delete from external_identities"],
    ["rest", "update api_keys set key_hash = ''"],
    ["rest", "insert into external_identities (issuer, subject) values ('a', 'b')"],
    ["persister", "select key_hash from api_keys"],
    ["persister", "select 1 from accounts"],
    ["persister", "select body from messages"],
    ["persister", "delete from messages"],
    ["persister", "select private_jwk from signing_keys"],
    ["gateway", "select private_jwk from signing_keys"],
    ["gateway", "insert into messages (id) values (gen_random_uuid())"],
    ["gateway", "insert into api_keys (tier) values ('feeder')"],
    ["gateway", "select 1 from session_tokens"],
    ["fanout", "select 1 from messages"],
    ["fanout", "update stations set account_id = null"],
    ["sampler", "select 1 from messages"],
    ["sampler", "select 1 from api_keys"],
    ["ingest", "insert into messages (id) values (gen_random_uuid())"],
    ["ingest", "update stations set account_id = null"],
    ["ingest", "select 1 from accounts"],
    ["chores", "select body from messages"],
    ["chores", "drop table messages"],
    ["chores", "select 1 from signing_keys"],
    ["rest", "select ensure_partition('messages', 'x', gen_random_uuid(), gen_random_uuid())"],
    ["rest", "select drop_partition('messages', 'messages_default')"],
    ["rest", "create table public.mine (id integer)"],
    ["rest", "create temporary table mine (id integer)"],
    ["rest", "create role mine superuser"],
    ["rest", "select pg_read_file('/etc/passwd')"],
    ["rest", "copy (select 1) to program 'true'"],
    ["rest", "alter table messages disable trigger all"],
  ])("%s: %s", async (service, statement) => {
    await expect(sqlOf(service).unsafe(statement)).rejects.toThrow(
      /permission denied|must be (owner|superuser)/,
    );
  });

  test("no role may be assumed by another", async () => {
    const [row] = await at.database.sql<{ name: string }[]>`select current_database() as name`;
    const other = roleName(row?.name ?? "", "persister");
    await expect(sqlOf("rest").unsafe(`set role "${other}"`)).rejects.toThrow(denied);
  });
});

test("a migration grants roles the rights that were taken from them or are missing", async () => {
  const { sql } = at.database;
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const role = roleName(row?.name ?? "", "fanout");
  await sql.unsafe(`revoke all on stations from "${role}"; grant select on messages to "${role}"`);
  await migrate(at.url);
  expect(await rightsOf(role, "stations")).toBe("S---");
  expect(await rightsOf(role, "messages")).toBe("----");
});

test("another password replaces the former one", async () => {
  const password = "another password of the sampler";
  await createServiceRoles(at.url, { sampler: password });
  await using renewed = new Database(roleUrl(at.url, "sampler", password), { log, max: 1 });
  expect(await renewed.answers()).toBe(true);
  await using former = new Database(roleUrl(at.url, "sampler", passwords.sampler), { log, max: 1 });
  expect(await former.answers()).toContain("password authentication failed");
});

test("chores make and drop partitions through functions of the owner", async () => {
  const chores = sqlOf("chores");
  const from = "0fffffff-0000-7000-8000-000000000000";
  const to = "0fffffff-ffff-7000-8000-000000000000";
  await chores`select ensure_partition('messages', 'messages_20010101', ${from}::uuid, ${to}::uuid)`;
  const [made] = await chores<{ owner: string }[]>`
    select tableowner as owner from pg_tables where tablename = 'messages_20010101'`;
  expect(made?.owner).toBe("jetwire");
  const [dropped] = await chores<{ done: boolean }[]>`
    select drop_partition('messages', 'messages_20010101') as done`;
  expect(dropped?.done).toBe(true);
});
