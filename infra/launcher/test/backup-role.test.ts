import { Database } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBackupRole } from "../src/server-users.ts";

const log = createLogger("test", "silent");
const target = { BACKUP_TARGET: "/var/backups/jetwire" };

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

test("without BACKUP_TARGET there is no role that reads all tables", async () => {
  expect(await openBackupRole({}, at.url)).toBeNull();
  expect(await openBackupRole({ BACKUP_TARGET: "" }, at.url)).toBeNull();
});

test("with BACKUP_TARGET a role reads all tables, makes databases and changes nothing", async () => {
  await using backup = new Database((await openBackupRole(target, at.url)) ?? "", { log, max: 1 });
  const [role] = await backup.sql`
    select rolsuper as superuser, rolcreatedb as createdb, rolcreaterole as createrole
    from pg_roles where rolname = current_user`;
  expect(role).toEqual({ superuser: false, createdb: true, createrole: false });
  const unread = await backup.sql`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not has_table_privilege(oid, 'select')`;
  expect([...unread]).toEqual([]);
  await expect(backup.sql`delete from messages`).rejects.toThrow("permission denied");
});

test("each start makes a new password, so that the one before is of no use", async () => {
  const before = (await openBackupRole(target, at.url)) ?? "";
  await using after = new Database((await openBackupRole(target, at.url)) ?? "", { log, max: 1 });
  expect([...(await after.sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  await using refused = new Database(before, { log, max: 1 });
  await expect(refused.sql`select 1`).rejects.toThrow("password authentication failed");
});
