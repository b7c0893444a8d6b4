import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { requiredMembers, serviceNames } from "@jetwire/protocol";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { expect, test } from "vitest";
import * as db from "../src/index.ts";
import { createServiceRoles, migrate, migrationStatus, type Sql } from "../src/index.ts";
import { catalogDifferences, readCatalogs } from "./catalogs.ts";

const baseline = "0001-baseline";
const later = [
  "0002-operators-by-rest",
  "0003-flight-facts",
  "0004-route-files-and-evidence",
  "0005-signal",
  "0006-redecoding",
  "0007-undecoded-texts",
  "0008-receipts",
  "0009-outbox",
  "0010-vdl-cells-and-elevations",
  "0011-uuid-idents-in-lower-case",
  "0012-facts-in-flights",
  "0013-backups",
  "0014-health-alerts",
  "0015-setup",
  "0016-storage",
  "0017-webhook-secrets",
  "0018-managed-servers",
  "0019-instance",
];
const dump = new URL("fixtures/schema-at-0053.sql.gz", import.meta.url);
const earlierSchema = gunzipSync(readFileSync(dump)).toString("utf8");
const passwords = Object.fromEntries(serviceNames.map((name) => [name, "a password of 0053"]));

/** The columns that messages had. */
const earlierColumns = Object.fromEntries(
  Object.entries(db.messages.messageColumns).filter(([name]) => requiredMembers.includes(name)),
);

/** Rows of most topics, with references to each other. */
const rows = `
  insert into accounts (username, email) values ('maria', 'maria@example.org'), ('john', null);
  insert into api_keys (account_id, tier, key_hash, hint) select id, 'feeder', 'a', 'jw_1' from accounts where email is not null;
  insert into passkeys (account_id, credential_id, public_key, name) select id, 'c', 'p', 'phone' from accounts where email is not null;
  insert into sessions (account_id, key_id, expires_at) select account_id, id, now() from api_keys;
  insert into signing_keys (kid, public_jwk, private_jwk) values ('k', '{}', '{"ciphertext": ""}');
  insert into stations (ident, account_id, latitude) select 'A', id, 59.3 from accounts where email is not null;
  insert into station_keys (station_id, key_hash, hint) select id, 'b', 'sk_1' from stations;
  insert into station_claims (station_id, account_id) select id, account_id from stations;
  insert into station_sources (station_id, day, network, hours) select id, now(), 'n', 7 from stations;
  insert into airframes (id, icao) values (gen_random_uuid(), 'A0F1BB');
  insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
    select gen_random_uuid(), 'UAL1', 'UA1', id, now(), now() from airframes;
  insert into message_counts values (now(), 1, 'acars', 2);
  insert into chat_messages (id, sender_id, recipient_id, body)
    select gen_random_uuid(), a.id, b.id, 'hello' from accounts a join accounts b on a.id < b.id;
  insert into notifications (id, user_id, type, title, body, data)
    select gen_random_uuid(), id, 'station.offline', 't', 'b', '{}' from accounts where email is not null;
  insert into alert_rules (account_id, name, filter, notify, email) select id, 'r', '{}', true, true from accounts where email is not null;
  insert into mails (kind, recipient, account_id, facts, expires_at)
    select 'sign-in', email, id, '{}', now() from accounts where email is not null;
  insert into redactions (message_id, reason, redacted_by) values (gen_random_uuid(), 'asked', 'operator');
  insert into erasures (kind, object_id) values ('station', '7');
  insert into watermarks (producer, partition, seq, stored) values ('p', 0, 9, 9);
  insert into ledgers (producer, counts) values ('p', '{"accepted": 9}');
  insert into dead_letters (partition, entry_id, reason, detail, fields) values (0, '1-1', 'bad-message', 'x', '[]');
  insert into audit_log (actor_kind, actor, action, object_kind, object_id)
    values ('system', 'chores', 'account.end', 'account', 'x')`;

test("a database of the last version before the baseline keeps its rows and has the schema of a new one", async () => {
  await using fresh = await emptyDatabase();
  expect((await migrate(fresh.url)).applied).toEqual([baseline, ...later]);
  await using old = await databaseAt0053();
  const { sql } = old.database;
  const [message, stray] = [
    testMessage(),
    testMessage({ id: "01000000-0000-7000-8000-000000000001" }),
  ];
  await db.partitions.ensure(sql, new Date(), 1);
  await sql.unsafe(rows);
  await storeMessages(
    sql,
    [message, stray].map((one) => ({ message: one, flightKey: null })),
    earlierColumns,
  );
  const before = await rowsOf(sql);
  expect(Object.keys(before).length).toBeGreaterThan(25);
  expect(await migrationStatus(sql)).toMatchObject({ pending: [baseline, ...later], unknown: [] });

  const runs = await Promise.all([migrate(old.url), migrate(old.url)]);

  expect(runs.flatMap(({ applied }) => applied)).toEqual([`${baseline} (adopted)`, ...later]);
  expect(await migrationStatus(sql)).toEqual({
    applied: [baseline, ...later],
    pending: [],
    unknown: [],
  });
  // Mails are in the outbox now, and account_tables has grown.
  const { mails, account_tables: accountTables = [], ...same } = before;
  const listed = expect.arrayContaining([...accountTables]) as unknown;
  expect(await rowsOf(sql)).toMatchObject({ ...same, outbox: mails, account_tables: listed });
  expect(await db.messages.read(sql, stray.id)).toEqual(stray);
  expect(await differences(old, fresh)).toEqual([]);
  for (const { url } of [old, fresh]) await createServiceRoles(url, passwords);
  expect(await differences(old, fresh)).toEqual([]);
});

test("a database of an older version is refused, with the migration that it has, and is left alone", async () => {
  await using old = await databaseAt0053();
  const { sql } = old.database;
  await sql`delete from schema_migrations where number = 53`;
  const before = await readCatalogs(sql);
  await expect(migrate(old.url)).rejects.toThrow(
    /was migrated to 0052-delayed-steps; this version continues from 0053-retry-operator/,
  );
  expect(await sql`select * from schema_migrations`).toHaveLength(49);
  expect(catalogDifferences(await readCatalogs(sql), before)).toEqual([]);
});

test("a database whose earlier migrations were others is refused", async () => {
  await using old = await databaseAt0053();
  const { sql } = old.database;
  await sql`update schema_migrations set checksum = 'another' where number = 30`;
  await expect(migrate(old.url, undefined, { allowNewer: true })).rejects.toThrow(
    /migrated to 0053-retry-operator by migrations that are not those of Jetwire/,
  );
  expect(await sql`select * from schema_migrations`).toHaveLength(50);
});

test("differences of catalogs are named", async () => {
  await using one = await createTestDatabase();
  await using other = await createTestDatabase();
  await one.database.sql.unsafe(`
    alter table stations alter column hidden drop default;
    alter table accounts drop constraint accounts_role_check;
    create index extra on flights (flight);
    grant execute on function release_station(integer, uuid) to public;
    drop trigger audit_log_no_truncate on audit_log`);
  const found = await differences(one, other);
  expect(found.map((line) => line.split(":", 1)[0])).toEqual([
    "column stations.hidden",
    "constraint accounts accounts_role_check",
    "function release_station(integer,uuid)",
    "index extra",
    "trigger audit_log audit_log_no_truncate",
  ]);
});

async function differences(one: TestDatabase, other: TestDatabase): Promise<string[]> {
  return catalogDifferences(
    await readCatalogs(one.database.sql),
    await readCatalogs(other.database.sql),
  );
}

async function emptyDatabase(): Promise<TestDatabase> {
  const at = await createTestDatabase();
  await at.database.sql.unsafe("drop schema public cascade; create schema public");
  return at;
}

async function databaseAt0053(): Promise<TestDatabase> {
  const at = await emptyDatabase();
  await at.database.sql.unsafe(earlierSchema);
  return at;
}

/** Returns the rows of all tables that have some, except the record of migrations. */
async function rowsOf(sql: Sql): Promise<Record<string, readonly object[]>> {
  const tables = await sql<{ name: string }[]>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'`;
  const found: Record<string, readonly object[]> = {};
  for (const { name } of tables) {
    const content = await sql`select * from ${sql(name)} t order by t::text`;
    if (content.length > 0) found[name] = [...content];
  }
  return found;
}
