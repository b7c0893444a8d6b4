import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as db from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorOf, type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;
let folder: string;
beforeAll(async () => {
  at = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "jetwire-import-"));
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function jetwire(args: readonly string[], stdin = ""): Promise<Ran> {
  const env = {
    DATABASE_URL: at.url,
    REDIS_URL: at.redisUrl,
    JETWIRE_NAMESPACE: at.namespace,
  };
  return await runJetwire(args, { env, cwd: folder, stdin });
}

async function put(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content);
  return name;
}

describe("import airframes", () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => {
    const address = (0xa00000 + n).toString(16).padStart(6, "0");
    return `${address};N${n}A;B738;00;BOEING 737-800;2010;AIRLINE ${n % 9};`;
  });

  test("a packed register in batches: dry, in earnest, again; and ingest's directory learns it", async () => {
    const file = await put("aircraft.csv.gz", gzipSync(`${rows.join("\n")}\nnonsense\n;;;;;;;\n`));
    const dry = await jetwire(["import", "airframes", file, "--dry-run", "--json"]);
    expect(dry.json()).toMatchObject({ rows: 5_002, refused: 2, added: 0, dryRun: true });
    const first = await jetwire(["import", "airframes", file, "--json"]);
    expect(first.json()).toMatchObject({
      format: "tar1090-db",
      rows: 5_002,
      added: 5_000,
      learned: 5_000,
      refused: 2,
      refusedByReason: { "address is not 6 hex digits": 1, "no address and no tail": 1 },
      refusals: [
        { line: 5_001, reason: "address is not 6 hex digits" },
        { line: 5_002, reason: "no address and no tail" },
      ],
    });
    const again = await jetwire(["import", "airframes", file, "--json"]);
    expect(again.json()).toMatchObject({ added: 0, changed: 0, learned: 0 });
    const [airframe] = await db.airframes.find(at.database.sql, { name: "N77A" });
    expect(airframe).toMatchObject({ id: db.stableIds.ofAirframe("A0004D"), owner: "AIRLINE 5" });
  });

  test("standard input; without --json what was refused is said with its line", async () => {
    const ran = await jetwire(
      ["import", "airframes", "-"],
      "icao24,registration\nzzz,N1\nABC123,N2\n",
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^CSV with a header: 2 rows, 1 airframes added, 0 changed/);
    expect(ran.stdout).toContain("line 2: address is not 6 hex digits");
  });

  test("the FAA's models are found beside its file", async () => {
    await put("ACFTREF.txt", "CODE,MFR,MODEL,\n2072738,CESSNA  ,172S ,\n");
    const header = "N-NUMBER,SERIAL NUMBER,MFR MDL CODE,TYPE REGISTRANT,NAME,MODE S CODE HEX,";
    await put("MASTER.txt", `${header}\n99ZZ ,1,2072738,1,SOMEBODY,ADE123 ,\n`);
    expect((await jetwire(["import", "airframes", "MASTER.txt"])).code).toBe(0);
    const [airframe] = await db.airframes.find(at.database.sql, { name: "N99ZZ" });
    expect(airframe).toMatchObject({ manufacturer: "CESSNA", model: "172S", owner: null });
  });
});

test("import airlines: OpenFlights' list, and what isn't one", async () => {
  const list = [
    '1,"Test Air",\\N,"ZY","ZYX","TEST","Nowhere","Y"',
    '2,"No \\"Code\\"",\\N,"-","N/A","","","N"',
  ].join("\n");
  const file = await put("airlines.dat", list);
  const ran = await jetwire(["import", "airlines", file, "--json"]);
  expect(ran.json()).toMatchObject({ format: "OpenFlights", rows: 2, written: 1, refused: 1 });
  const own = await put("ours.csv", "icao,iata,name\nZYW,ZX,Ours\n");
  expect((await jetwire(["import", "airlines", own, "--json"])).json()).toMatchObject({
    written: 1,
  });
  const rows = await at.database.sql`
    select icao, iata, name, holds_iata as has_iata from airlines where name in ('Ours', 'Test Air') order by icao`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { icao: "ZYW", iata: "ZX", name: "Ours", hasIata: true },
    { icao: "ZYX", iata: "ZY", name: "Test Air", hasIata: true },
  ]);
});

test("import stations: positions and owners, refusals with their lines", async () => {
  await db.accounts.add(at.database.sql, "alice");
  const file = await put(
    "stations.csv",
    "ident,account,latitude,longitude,country,hidden\nAB1,alice,37.5,-122.25,us,no\nAB2,nobody,,,,\nAB3,,91,0,,\nAB4,,1,,,\n",
  );
  const ran = await jetwire(["import", "stations", file, "--json"]);
  expect(ran.json()).toMatchObject({
    rows: 4,
    added: 1,
    refusals: [
      { line: 4, reason: "latitude or longitude is out of range" },
      { line: 5, reason: "latitude and longitude must be given together" },
      { line: 3, reason: "there is no such account" },
    ],
  });
  const listed = await db.stations.listForOperator(at.database.sql, { limit: 10 });
  expect(listed).toMatchObject([{ ident: "AB1", ownerName: "alice" }]);
});

test.each([
  [["import", "airframes", "none.csv"], "not_found"],
  [["import", "airframes", "-"], "usage"],
  [["import", "airlines", "-"], "usage"],
  [["import", "stations", "-"], "usage"],
])("%j without anything to read is refused as %s", async (args, code) => {
  const ran = await jetwire([...args, "--json"], "x,y\n1,2\n");
  expect(errorOf(ran).code).toBe(code);
});

test("an archive that is broken, or of many files, is refused and not half read in silence", async () => {
  const packed = gzipSync(`004002;Z-WPA;B732;00;BOEING 737-200;;;\n`.repeat(5_000));
  const cut = await put("cut.csv.gz", packed.subarray(0, packed.length - 20));
  expect((await jetwire(["import", "airframes", cut, "--json"])).code).toBe(1);
  const zip = await put("x.zip", "PK\u0003\u0004rest");
  const ran = await jetwire(["import", "airframes", zip, "--json"]);
  expect(errorOf(ran).message).toContain("zip");
});

describe("import airports", () => {
  const header =
    "ident,type,name,latitude_deg,longitude_deg,iso_country,municipality,gps_code,iata_code,elevation_ft";
  const rows = [
    `XXAA,large_airport,"Alpha, International",10.5,-20.25,SE,Alpha,XXAA,QQA,-12`,
    "X1,small_airport,Strip,1,2,SE,,,",
    "XXBB,small_airport,Beta,91,2,SE,,XXBB,",
    "XXCC,small_airport,,1,2,SE,,XXCC,",
    "XXDD,small_airport,Delta,1,2,SE,,XXDD,QQA",
  ];

  test("of OurAirports: dry, in earnest, and recorded in the audit log", async () => {
    const { sql } = at.database;
    const file = await put("airports.csv", [header, ...rows].join("\n"));
    const dry = await jetwire(["import", "airports", file, "--dry-run", "--json"]);
    expect(dry.json()).toMatchObject({ rows: 5, refused: 4, written: 0, dryRun: true });
    const ran = await jetwire(["import", "airports", file, "--json"]);
    expect(ran.json()).toMatchObject({
      written: 1,
      refusals: [
        { line: 3, reason: "no ICAO or IATA code" },
        { line: 4, reason: "latitude or longitude is not valid" },
        { line: 5, reason: "no name" },
        { line: 6, reason: "code is listed twice" },
      ],
    });
    expect(await db.airports.find(sql, "QQA")).toEqual({
      id: "XXAA",
      icao: "XXAA",
      iata: "QQA",
      name: "Alpha, International",
      city: "Alpha",
      countryCode: "SE",
      latitude: 10.5,
      longitude: -20.25,
      elevation: -12,
    });
    expect(await db.airports.find(sql, "ARN")).toMatchObject({ icao: "ESSA" });
    const [record] = await sql`select details from audit_log where action = 'airports.import'`;
    expect(record).toMatchObject({ details: { listed: 1, replaces: false } });
  });

  test("takes codes over from known airports, or replaces all", async () => {
    const { sql } = at.database;
    const file = await put(
      "ours.csv",
      ["icao,iata,name,lat,lon", "XXAA,ARN,Moved,1,2", ",GOT,City,3,4"].join("\n"),
    );
    await jetwire(["import", "airports", file]);
    expect(await db.airports.find(sql, "ARN")).toMatchObject({ id: "XXAA", name: "Moved" });
    expect(await db.airports.find(sql, "ESSA")).toMatchObject({ iata: null });
    expect(await db.airports.find(sql, "GOT")).toMatchObject({ id: "GOT", icao: null });
    expect(await db.airports.find(sql, "QQA")).toBeNull();
    await jetwire(["import", "airports", file]);
    await jetwire(["import", "airports", file, "--replace"]);
    expect(await sql`select code from airports order by code`).toEqual([
      { code: "GOT" },
      { code: "XXAA" },
    ]);
  });

  test("a file that is no list of airports is refused", async () => {
    const file = await put("other.csv", "name,city\nA,B\n");
    const ran = await jetwire(["import", "airports", file, "--json"]);
    expect(errorOf(ran).message).toContain("not a known list of airports");
  });
});
