import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createLogger } from "@jetwire/runtime";
import { createBackupRole, createServiceRoles, Database, migrate, roleUrl } from "../src/index.ts";

const log = createLogger("test", "silent");
const name = `managed_${randomBytes(6).toString("hex")}`;
const passwords = { rest: "the password of rest", chores: "the password of chores" };
const stack = new AsyncDisposableStack();
let admin: Database;
let url = "";

/** Makes a database whose owner is what a provider gives: it may create roles and databases, and is no superuser. */
beforeAll(async () => {
  const server = inject("postgresUrl");
  admin = stack.use(new Database(server, { log, max: 1 }));
  await admin.sql.unsafe(`create role ${name} login createrole createdb password 'of the owner'`);
  await admin.sql.unsafe(`create database ${name} owner ${name}`);
  const owner = new URL(server);
  owner.username = name;
  owner.password = "of the owner";
  owner.pathname = `/${name}`;
  url = owner.href;
}, 60_000);
afterAll(() => stack.disposeAsync());

/** Does what `jetwire migrate` does. */
async function migrateAll(): Promise<readonly string[]> {
  const { applied } = await migrate(url);
  await createServiceRoles(url, passwords);
  await createBackupRole(url, "the password of back-ups");
  return applied;
}

test("an owner without the rights of a superuser migrates, and migrates again", async () => {
  expect(await migrateAll()).toContain("0001-baseline");
  expect(await migrateAll()).toEqual([]);
  await using chores = new Database(roleUrl(url, "chores", passwords.chores), { log, max: 1 });
  expect(await chores.answers()).toBe(true);
});

test("its chores delete old actions of the audit log, and nobody else may", async () => {
  await using owner = new Database(url, { log, max: 1 });
  await owner.sql`
    insert into audit_log (at, actor_kind, actor, action, object_kind, object_id)
    values (now() - interval '2 years', 'system', 'test', 'account.end', 'account', '1')`;
  await using chores = new Database(roleUrl(url, "chores", passwords.chores), { log, max: 1 });
  const [deleted] = await chores.sql<{ rows: number }[]>`
    select delete_audit_log(now() - interval '1 year', 10) as rows`;
  expect(deleted?.rows).toBe(1);
  const again = owner.sql.unsafe(
    `insert into audit_log (at, actor_kind, actor, action, object_kind, object_id)
     values (now() - interval '2 years', 'system', 'test', 'account.end', 'account', '2');
     select delete_audit_log(now() - interval '3 years', 10);
     delete from audit_log`,
  );
  await expect(again).rejects.toThrow("rows of audit_log are never changed");
});

test("attributes that a role should not have are taken from it", async () => {
  const role = `${name}_rest`;
  await admin.sql.unsafe(`alter role ${role} createdb createrole inherit nologin`);
  await migrateAll();
  const [found] = await admin.sql`
    select rolcanlogin, rolcreatedb, rolcreaterole, rolinherit from pg_roles where rolname = ${role}`;
  expect(Object.values(found ?? {})).toEqual([true, false, false, false]);
});

test("a superuser who has the name of a role is named", async () => {
  await admin.sql.unsafe(`alter role ${name}_rest superuser`);
  await expect(migrateAll()).rejects.toThrow(
    `the role ${name}_rest is a superuser, and only a superuser can change that`,
  );
  await admin.sql.unsafe(`alter role ${name}_rest nosuperuser`);
});
