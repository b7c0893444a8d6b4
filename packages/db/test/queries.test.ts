import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import { readLedgers } from "../src/accounting/accounting.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

async function account(name: string): Promise<string> {
  return (await db.accounts.add(at.database.sql, name))?.id ?? "";
}

describe("accounts and keys", () => {
  test("usernames are one whatever their case", async () => {
    const { sql } = at.database;
    const id = await account("Carol");
    expect(await db.accounts.add(sql, "CAROL")).toBeNull();
    expect(await db.accounts.find(sql, "carol")).toMatchObject({ id, username: "Carol" });
  });

  test("R-11, R-16: a key is found by its hash until it is revoked, expired or its account ended", async () => {
    const { sql } = at.database;
    const accountId = await account("dave");
    const keyHash = new Uint8Array(32).fill(7);
    const key = { accountId, tier: "feeder", keyHash, hint: "jw_abcde" };
    const added = await db.apiKeys.add(sql, key);
    const owner = await db.apiKeys.find(sql, keyHash);
    expect(owner).toMatchObject({ username: "dave", tier: "feeder", requestsPerMinute: 60 });
    expect(Buffer.from(owner?.keyHash ?? []).equals(keyHash)).toBe(true);
    await sql`update api_keys set expires_at = now() where id = ${added?.id ?? ""}`;
    expect(await db.apiKeys.find(sql, keyHash)).toBeNull();
    await sql`update api_keys set expires_at = null where id = ${added?.id ?? ""}`;
    await sql`update accounts set ended_at = now() where id = ${accountId}`;
    expect(await db.apiKeys.find(sql, keyHash)).toBeNull();
    await sql`update accounts set ended_at = null where id = ${accountId}`;
    expect(await db.apiKeys.revoke(sql, added?.id ?? "")).toBe(true);
    expect(await db.apiKeys.find(sql, keyHash)).toBeNull();
    expect(await db.apiKeys.list(sql, accountId)).toHaveLength(1);
    expect(await db.apiKeys.add(sql, { ...key, tier: "none" })).toBeNull();
  });

  test("signing keys that are made at once all verify, and one of them signs", async () => {
    const { sql } = at.database;
    const jwk = { kty: "OKP", x: "a" };
    const sealed = { ciphertext: "abc" };
    const add = (kid: string) =>
      db.signingKeys.addFirst(sql, { kid, publicJwk: jwk, privateJwk: sealed });
    await Promise.all(["a", "b"].map(add));
    await add("late");
    const kept = await db.signingKeys.list(sql);
    expect(kept[0]).toMatchObject({ publicJwk: jwk, privateJwk: sealed });
    expect(kept.map(({ kid }) => kid)).not.toContain("late");
    expect(await db.signingKeys.listForVerifying(sql)).toEqual(
      kept.map(({ kid }) => ({ kid, publicJwk: jwk })),
    );
  });

  test("a signing key whose private half is in clear is refused", async () => {
    const jwk = { kty: "OKP", x: "a", d: "b" };
    const add = db.signingKeys.rotate(
      at.database.sql,
      { kid: "clear", publicJwk: jwk, privateJwk: jwk },
      { lead: 0, overlap: 0 },
    );
    await expect(add).rejects.toThrow("signing_keys_sealed");
  });
});

describe("stations", () => {
  test("an ident that several processes register at once becomes one station", async () => {
    const { sql } = at.database;
    const station = { ident: "NEW1", sourceType: "vdl", simulated: false };
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => db.stations.register(sql, station)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await db.stations.findByIdents(sql, ["NEW1", "nobody"])).toEqual(
      new Map([["NEW1", ids[0]]]),
    );
  });

  test("R-26, R-29: claiming moves a station only from nobody, or with move", async () => {
    const { sql } = at.database;
    const [erin, frank] = [await account("erin"), await account("frank")];
    const id = await db.stations.register(sql, {
      ident: "CL1",
      sourceType: null,
      simulated: false,
    });
    const since = new Date().toISOString();
    expect(
      await db.stations.claim(sql, { ident: "CL1", accountId: erin, moves: false }),
    ).toMatchObject({
      status: "claimed",
      id,
    });
    expect(await db.stations.claim(sql, { ident: "CL1", accountId: frank, moves: false })).toEqual({
      status: "taken",
      username: "erin",
    });
    expect(await db.stations.claim(sql, { ident: "none", accountId: frank, moves: true })).toEqual({
      status: "unknown-station",
    });
    expect(
      await db.stations.claim(sql, { ident: "CL1", accountId: frank, moves: true }),
    ).toMatchObject({
      status: "claimed",
    });
    expect(await db.stations.listOwned(sql, frank)).toEqual([
      { id, ident: "CL1", sourceType: null },
    ]);
    const changed = await db.stations.ownersUpdatedSince(sql, since);
    expect(changed.find(({ stationId }) => stationId === id)).toMatchObject({
      ident: "CL1",
      accountId: frank,
      hidden: false,
    });
    const inAMinute = new Date(Date.now() + 60_000).toISOString();
    expect(await db.stations.ownersUpdatedSince(sql, inAMinute)).toEqual([]);
  });

  test("R-04: what the firehose shows of a station is rounded unless its owner opted in", async () => {
    const { sql } = at.database;
    const accountId = await account("grace");
    const added = await db.stations.add(sql, { ident: "POS1", accountId, sourceType: "hfdl" });
    const id = added?.id ?? 0;
    await sql`update stations set latitude = 51.4775, longitude = -0.4614 where id = ${id}`;
    const rounded = { id, ident: "POS1", sourceType: "hfdl", countryCode: null };
    expect(await db.stations.byId(sql, [id, 999_999])).toEqual(
      new Map([[id, { ...rounded, latitude: 51.5, longitude: -0.5 }]]),
    );
    await sql`update stations set shows_exact_position = true where id = ${id}`;
    expect((await db.stations.byId(sql, [id])).get(id)).toMatchObject({ latitude: 51.4775 });
  });
});

describe("messages and their links", () => {
  test("R-03: a message reads back as it was stored, numbers and times exact", async () => {
    const { sql } = at.database;
    const full = testMessage({
      groupId: "0190a000-0000-7000-8000-00000000000a",
      airframeId: "0190a000-0000-7000-8000-00000000000b",
      flightId: "0190a000-0000-7000-8000-00000000000c",
      timestamp: "2026-11-20T23:59:59.999Z",
      createdAt: "2026-11-21T00:00:00.001Z",
      fromHex: "AB12CD",
      toHex: "109",
      frequency: 136.97500000000002,
      channel: 0,
      level: -99.311935,
      error: 2,
      ack: "!",
      text: 'a\u0007\r\n\t\\ "q" é 漢 \u{1F6E9}',
      data: "",
      departingAirport: "KSFO",
      destinationAirport: "EGLL",
      latitude: -0.1 + 0.3,
      longitude: 179.9999999,
      altitude: 35_000,
    });
    const bare = testMessage({
      linkDirection: null,
      frequency: null,
      channel: null,
      level: null,
      error: null,
      mode: null,
      label: null,
      blockId: null,
      messageNumber: null,
      tail: null,
      flightNumber: null,
      text: null,
    });
    await storeMessages(
      sql,
      [full, bare].map((message) => ({ message, flightKey: null })),
    );
    expect(await db.messages.read(sql, full.id)).toEqual(full);
    expect(Object.keys((await db.messages.read(sql, bare.id)) ?? {})).toEqual(Object.keys(bare));
    expect(await db.messages.read(sql, bare.id)).toEqual(bare);
  });

  test("R-02, R-04: airframes and flights by id, flights in both spellings of a known airline", async () => {
    const { sql } = at.database;
    const [frame, known, unknown] = [1, 2, 3].map((n) => `0190a000-0000-7000-8000-00000000010${n}`);
    if (!frame || !known || !unknown) throw new Error("three ids");
    await sql`insert into airframes (id, icao, tail) values (${frame}, 'A0F1BB', 'N172SP')`;
    await sql`
      insert into flights (id, flight_key, flight, first_received_at, last_received_at) values
        (${known}, 'UAL123', 'UA0123', now(), now()), (${unknown}, 'N101AB', 'N101AB', now(), now())`;
    expect((await db.airframes.byId(sql, [frame, known])).get(frame)).toEqual({
      id: frame,
      icao: "A0F1BB",
      tail: "N172SP",
      type: null,
      manufacturer: null,
      model: null,
      owner: null,
      military: null,
    });
    const flights = await db.flights.byId(sql, [known, unknown]);
    expect(flights.get(known)).toMatchObject({
      flight: "UA0123",
      flightIata: "UA123",
      flightIcao: "UAL123",
      status: "active",
      track: null,
    });
    expect(flights.get(unknown)).toMatchObject({ flightIata: null, flightIcao: null });
  });

  test("R-07: IATA codes lead to their active owner", async () => {
    const codes = await db.airlines.loadCodes(at.database.sql);
    const some = ["UA", "LH", "SQ", "FX", "5X", "U2"].map((iata) => codes.get(iata));
    expect(some).toEqual(["UAL", "DLH", "SIA", "FDX", "UPS", "EZY"]);
  });
});

test("both sides of the account are read together, by producer", async () => {
  const { sql } = at.database;
  const counts = {
    offered: 9,
    accepted: 5,
    appended: 5,
    duplicates: {},
    notAMessage: { squitter: 4 },
    rejected: {},
    limited: {},
    kernelDrops: 0,
    journalBytes: 10,
  };
  await sql`insert into ledgers (producer, counts) values ('a', ${sql.json(counts)})`;
  await sql`
    insert into watermarks (producer, partition, seq, stored)
    values ('a:1', 0, 3, 2), ('a:2', 1, 5, 1), ('gone:1', 0, 4, 4)`;
  await sql`
    insert into dead_letters (partition, entry_id, producer, reason, detail, fields)
    values (0, '1-1', 'a:2', 'bad-entry', 'x', '[]'), (0, '1-2', null, 'bad-entry', 'x', '[]')`;
  const { ledgers, unnamed } = await readLedgers(sql);
  expect(ledgers).toMatchObject([{ producer: "a", counts, stored: 3, deadLetters: 1 }]);
  expect(unnamed).toEqual({ stored: 4, deadLetters: 1 });
});
