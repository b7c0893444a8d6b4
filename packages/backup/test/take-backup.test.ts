import { open, readdir, readFile, rm, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { backupRoleUrl, createBackupRole, migrate } from "@jetwire/db";
import {
  createTestDatabase,
  storeMessages,
  testMessage,
  type TestDatabase,
} from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  findDamage,
  makeRecoveryKey,
  type Manifest,
  readCatalog,
  restoreBackup,
  restoreSecrets,
  sealSecrets,
  takeBackup,
  verifyStored,
} from "../src/index.ts";
import { openFolderStore } from "../src/stores/folder-store.ts";

let at: TestDatabase;
let folder: string;
const signal = new AbortController().signal;
const password = "a password of back-ups";
const awkward = "tab\there, \\. and \\N\n\\.\nend \u001b \ud83d\udee9";
let recovery: Awaited<ReturnType<typeof makeRecoveryKey>>;
let manifest: Manifest;

beforeAll(async () => {
  at = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "jetwire-backup-"));
  recovery = await makeRecoveryKey();
  const { sql } = at.database;
  await storeMessages(sql, [
    { message: testMessage({ text: awkward }), flightKey: null },
    // Fills the driver's buffer with the last row of its day.
    { message: testMessage({ text: "x".repeat(200_000) }), flightKey: "UAL777" },
    {
      message: testMessage({ decoded: { a: [1.25, "\\."] } as never }),
      flightKey: null,
    },
  ]);
  await sql`insert into accounts (username) values (${awkward.slice(0, 3)})`;
  await sql`insert into stations (ident) values ('A'), ('B')`;
  await sql`delete from stations where ident = 'B'`;
  await createBackupRole(at.url, password);
  manifest = await take();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const backupUrl = () => backupRoleUrl(at.url, password);

async function take(run: { signal?: AbortSignal; verify?: "rows" | "read" } = {}, free = null) {
  const sources = {
    databaseUrl: backupUrl(),
    sealedSecrets: () => sealSecrets({ "secrets/a": "1" }, recovery.recipient),
    recipient: recovery.recipient,
    verify: run.verify ?? ("rows" as const),
    freeBytes: async () => free,
  };
  return await takeBackup(openFolderStore(folder), sources, { now: Date.now, signal, ...run });
}

test("a back-up is taken by a role that changes nothing, and is verified by restoring it", async () => {
  expect(manifest).toMatchObject({ verified: "rows", verifiedLess: null, foreign: [] });
  expect(manifest.tables["messages"]?.rows).toBe(3);
  expect((await readCatalog(openFolderStore(folder))).backups).toContainEqual(manifest);
  expect(await db.backups.listOwnDatabases(backupUrl(), "")).toEqual([]);
  await using role = new db.Database(backupUrl(), { log: silent(), max: 1 });
  await expect(role.sql`insert into stations (ident) values ('C')`).rejects.toThrow("denied");
});

test("the recovery key alone restores it row by row, with secrets", async () => {
  const store = openFolderStore(folder);
  const url = db.backups.siblingUrl(at.url, `${db.backups.databaseNameOf(at.url)}_copy`);
  const restoring = { databaseUrl: url, key: recovery.key, signal, onBytes: () => {} };
  expect(await restoreBackup(store, manifest, { ...restoring, replace: false })).toEqual({
    former: null,
  });
  await using copy = new db.Database(url, { log: silent(), max: 1 });
  const read = "select to_jsonb(m) as row from messages m order by id";
  expect(await copy.sql.unsafe(read)).toEqual(await at.database.sql.unsafe(read));
  const [added] = await copy.sql`insert into stations (ident) values ('C') returning id`;
  const [next] = await at.database.sql`insert into stations (ident) values ('C') returning id`;
  expect(added).toEqual(next);
  expect(await restoreSecrets(store, manifest, recovery.key)).toEqual({ "secrets/a": "1" });
});

describe("a database with tables", () => {
  let url: string;
  const restoring = () => ({ databaseUrl: url, key: recovery.key, signal, onBytes: () => {} });
  const restore = (replace: boolean) =>
    restoreBackup(openFolderStore(folder), manifest, { ...restoring(), replace });
  const connect = () => new db.Database(url, { log: silent(), max: 1 });
  beforeEach(async () => {
    url = db.backups.siblingUrl(at.url, `${db.backups.databaseNameOf(at.url)}_present`);
    await db.backups.dropDatabase(at.url, db.backups.databaseNameOf(url));
    await db.backups.createDatabase(at.url, db.backups.databaseNameOf(url));
    await migrate(url);
  });

  test("is replaced and kept while nobody operates its service; its ids are not given out again", async () => {
    const before = connect();
    const [taken] = await before.sql`
      insert into stations (ident) select 'OLD-' || n from generate_series(1, 40) as n
      returning (select last_value from pg_sequences where sequencename = 'stations_id_seq') as id`;
    await before[Symbol.asyncDispose]();
    const { former } = await restore(false);
    expect(former).toMatch(/_present_before_\d{14}$/);
    await using restored = connect();
    const [next] = await restored.sql`insert into stations (ident) values ('NEW') returning id`;
    expect(next?.["id"]).toBeGreaterThan(Number(taken?.["id"]));
    await using kept = new db.Database(db.backups.siblingUrl(at.url, former ?? ""), { log: silent(), max: 1 }); // prettier-ignore
    expect(await kept.sql`select from stations where ident = 'OLD-40'`).toHaveLength(1);
  });

  test("is replaced only if that is asked for, once somebody operates its service", async () => {
    await using present = connect();
    await present.sql`insert into accounts (username, role) values ('boss', 'operator')`;
    await present[Symbol.asyncDispose]();
    await expect(restore(false)).rejects.toMatchObject({ reason: "used" });
    expect((await restore(true)).former).toMatch(/_present_before_/);
  });

  test("is refused before anything is loaded while a service is connected to it", async () => {
    await using service = new db.Database(url, {
      log: silent(),
      max: 1,
      applicationName: "jetwire-persister",
    });
    await service.sql`select 1`;
    await expect(restore(true)).rejects.toMatchObject({
      reason: "connected",
      message: expect.stringContaining("jetwire-persister"),
    });
    const beside = `${db.backups.databaseNameOf(url)}_restoring`;
    expect(await db.backups.stateOfDatabase(at.url, beside)).toBe("missing");
  });
});

test("another key opens nothing", async () => {
  const { key } = await makeRecoveryKey();
  const verification = { mode: "read", key, databaseUrl: at.url, signal } as const;
  await expect(verifyStored(openFolderStore(folder), manifest, verification)).rejects.toThrow(
    "the recovery key is not that of this back-up",
  );
});

test("a damaged file is found by its checksum, and is not restored", async () => {
  const other = await mkdtemp(join(tmpdir(), "jetwire-backup-"));
  for (const name of await readdir(folder)) {
    await writeFile(join(other, name), await readFile(join(folder, name)));
  }
  const store = openFolderStore(other);
  expect(await findDamage(store, manifest, signal)).toBeNull();
  await using file = await open(join(other, `${manifest.name}.sql.zst.age`), "r+");
  const middle = Math.floor(manifest.database.bytes / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, middle);
  await file.write(Buffer.from([buffer.readUInt8() ^ 1]), 0, 1, middle);
  expect(await findDamage(store, manifest, signal)).toContain("differs from its checksum");
  const verification = { mode: "read", key: recovery.key, databaseUrl: at.url, signal } as const;
  await expect(verifyStored(store, manifest, verification)).rejects.toThrow(
    "the back-up is damaged: its bytes are not those that were sealed",
  );
  await rm(other, { recursive: true });
});

test("a back-up whose rows differ from its manifest is refused", async () => {
  const { rows, digest } = manifest.tables["stations"] ?? { rows: 0, digest: "" };
  const store = openFolderStore(folder);
  const verification = {
    mode: "rows",
    key: recovery.key,
    databaseUrl: backupUrl(),
    signal,
  } as const;
  for (const wrong of [
    { rows: rows + 1, digest },
    { rows, digest: `${digest}1` },
  ]) {
    const altered = { ...manifest, tables: { ...manifest.tables, stations: wrong } };
    await expect(verifyStored(store, altered, verification)).rejects.toThrow("stations");
  }
});

test("an interrupted back-up leaves nothing that counts", async () => {
  const before = await readdir(folder);
  const stop = new AbortController();
  const stopped = takeBackup(
    openFolderStore(folder),
    {
      databaseUrl: backupUrl(),
      sealedSecrets: async () => null,
      recipient: recovery.recipient,
      verify: "read",
      freeBytes: async () => null,
    },
    {
      now: Date.now,
      signal: stop.signal,
      progress: { step: (name) => name === "verifying" && stop.abort(), bytes: () => {} },
    },
  );
  await expect(stopped).rejects.toThrow("aborted");
  expect(await readdir(folder)).toEqual(before);
});

test("rows are not restored if the disk of Postgres has no room, and the manifest has the reason", async () => {
  const read = await take({}, 1 as never);
  expect(read).toMatchObject({ verified: "read", verifiedLess: expect.stringContaining("needs") });
});

test("after a return from an upgrade that had migrated the database, a back-up is taken, read back and says why it was not restored", async () => {
  const { sql } = at.database;
  const newer = "9999-newer";
  await sql`insert into schema_migrations (number, name, checksum) values (9999, ${newer}, '')`;
  try {
    const taken = await take();
    expect(taken).toMatchObject({
      migration: newer,
      verified: "read",
      verifiedLess: expect.stringContaining(newer),
    });
    expect((await readCatalog(openFolderStore(folder))).backups).toContainEqual(taken);
  } finally {
    await sql`delete from schema_migrations where number = 9999`;
  }
});

function silent() {
  return { debug() {}, error() {}, info() {}, warn() {} } as never;
}
