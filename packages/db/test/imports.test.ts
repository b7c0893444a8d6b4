import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { AirframeOfRegister, StationToImport } from "../src/index.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

function ofRegister(over: Partial<AirframeOfRegister>): AirframeOfRegister {
  return {
    icao: null,
    tail: null,
    type: null,
    manufacturer: null,
    model: null,
    owner: null,
    operator: null,
    military: null,
    ...over,
  };
}

async function addReceived(icao: string | null, tail: string | null): Promise<string> {
  const id = db.stableIds.ofAirframe(icao ?? tail ?? "");
  await at.database.sql`
    insert into airframes (id, icao, tail, first_received_at, last_received_at)
    values (${id}, ${icao}, ${tail}, now(), now())`;
  return id;
}

async function byName(name: string) {
  return await db.airframes.find(at.database.sql, { name });
}

describe("a register of airframes", () => {
  test("its details are added to received airframes, which keep their ids", async () => {
    const { sql } = at.database;
    const byTail = await addReceived(null, "D-AIBL");
    const byAddress = await addReceived("A0F1BB", null);
    const imported = await db.airframes.importRegister(sql, [
      ofRegister({ icao: "3C5EEC", tail: "DAIBL", type: "A319", operator: "Lufthansa" }),
      ofRegister({ icao: "A0F1BB", tail: "N172SP", owner: "Somebody LLC", military: false }),
      ofRegister({ icao: "4CA2D1", tail: "EI-DVM", model: "A320" }),
    ]);
    expect(imported).toMatchObject({ added: 1, changed: 2 });
    expect(await byName("3C5EEC")).toMatchObject([
      { id: byTail, tail: "D-AIBL", type: "A319", operator: "Lufthansa" },
    ]);
    expect(await byName("N172SP")).toMatchObject([
      { id: byAddress, icao: "A0F1BB", owner: "Somebody LLC", military: false },
    ]);
    expect(await byName("EIDVM")).toMatchObject([
      { id: db.stableIds.ofAirframe("4CA2D1"), firstHeardAt: null, lastHeardAt: null },
    ]);
    expect(imported.pairs.toSorted((a, b) => a.tail.localeCompare(b.tail))).toEqual([
      { id: byTail, icao: "3C5EEC", tail: "D-AIBL" },
      { id: db.stableIds.ofAirframe("4CA2D1"), icao: "4CA2D1", tail: "EI-DVM" },
      { id: byAddress, icao: "A0F1BB", tail: "N172SP" },
    ]);
  });

  test("a second import changes nothing; missing values and a received tail stay", async () => {
    const { sql } = at.database;
    const id = await addReceived("ABCD01", "N1NEW");
    const full = ofRegister({ icao: "ABCD01", tail: "N1OLD", type: "C172", owner: "First" });
    await db.airframes.importRegister(sql, [full]);
    expect(await db.airframes.importRegister(sql, [full])).toMatchObject({ added: 0, changed: 0 });
    await db.airframes.importRegister(sql, [ofRegister({ icao: "ABCD01", model: "Skyhawk" })]);
    expect(await byName("ABCD01")).toMatchObject([
      { id, tail: "N1NEW", type: "C172", owner: "First", model: "Skyhawk" },
    ]);
  });

  test("a tail that went to another airframe is not taken for the old one", async () => {
    const { sql } = at.database;
    const old = await addReceived("AAAA01", "N5");
    await db.airframes.importRegister(sql, [ofRegister({ icao: "AAAA02", tail: "N5" })]);
    expect((await byName("AAAA02"))[0]?.id).toBe(db.stableIds.ofAirframe("AAAA02"));
    expect((await byName("AAAA01"))[0]?.id).toBe(old);
  });

  test("a lost directory is restored, received airframes first", async () => {
    const [first] = await db.airframes.listRecent(at.database.sql, 1);
    expect(first?.id).toBe(db.stableIds.ofAirframe("AAAA01"));
  });
});

function airline(icao: string, iata: string) {
  return { id: "1", name: icao, iata, icao, active: "Y" };
}

test("a list of airlines takes IATA codes over from their owners, or replaces all", async () => {
  const { sql } = at.database;
  expect(await db.airlines.importList(sql, [airline("ZZA", "UA")], false)).toBe(1);
  expect((await db.airlines.loadCodes(sql)).get("UA")).toBe("ZZA");
  expect((await db.airlines.loadCodes(sql)).get("LH")).toBe("DLH");
  await db.airlines.importList(sql, [airline("UAL", "UA"), airline("ZZA", "")], false);
  expect((await db.airlines.loadCodes(sql)).get("UA")).toBe("UAL");
  await db.airlines.importList(sql, [airline("ABC", "AB")], true);
  expect(await db.airlines.loadCodes(sql)).toEqual(new Map([["AB", "ABC"]]));
});

function station(line: number, over: Partial<StationToImport>): StationToImport {
  return {
    line,
    ident: `S${line}`,
    account: null,
    sourceType: null,
    latitude: null,
    longitude: null,
    countryCode: null,
    showsExactPosition: null,
    hidden: null,
    ...over,
  };
}

test("a list of stations adds and changes, and refuses what it may not", async () => {
  const { sql } = at.database;
  const [alice, bob] = [await db.accounts.add(sql, "alice"), await db.accounts.add(sql, "bob")];
  await db.stations.add(sql, { ident: "BOBS", accountId: bob?.id ?? "", sourceType: "acars" });
  const list = [
    station(2, { account: "ALICE", latitude: 1.25, longitude: -2.5, hidden: true }),
    station(3, { ident: "BOBS", account: "alice" }),
    station(4, { account: "nobody" }),
    station(5, {}),
  ];
  expect(await db.stations.importList(sql, list, false)).toEqual({
    added: 2,
    changed: 0,
    refused: [
      { line: 3, reason: "it is another account's" },
      { line: 4, reason: "there is no such account" },
    ],
  });
  expect(await db.stations.importList(sql, list, true)).toMatchObject({ added: 0, changed: 1 });
  const rows = await sql`
    select ident, account_id = ${alice?.id ?? ""} as alices, latitude, hidden from stations
    order by id`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { ident: "BOBS", alices: true, latitude: null, hidden: false },
    { ident: "S2", alices: true, latitude: 1.25, hidden: true },
    { ident: "S5", alices: null, latitude: null, hidden: false },
  ]);
});
