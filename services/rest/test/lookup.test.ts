import * as db from "@jetwire/db";
import { LookupTarget } from "@jetwire/protocol";
import { createSeededRandom, hostileText } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let ownKey: string;
const [newest, older] = [2, 1].map((day) => db.stableIds.ofFlight("A1AEF6", "UAL123", day)) as [
  string,
  string,
];
const airframe = db.stableIds.ofAirframe("A1AEF6");
const message = receivedAgo(0, { label: "H1", tail: "N156VN" });
const redacted = receivedAgo(0);

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  await sql`
    insert into airframes (id, icao, tail, type, owner, last_received_at)
    values (${airframe}, 'A1AEF6', 'N156-VN', 'B763', 'FedEx', now()),
      (${db.stableIds.ofAirframe("N157VN")}, null, 'N157VN', null, null, null)`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, departing_airport, destination_airport,
      first_received_at, last_received_at)
    values (${newest}, 'UAL123', 'UA0123', ${airframe}, 'KSFO', 'KEWR', now(), now()),
      (${older}, 'UAL123', 'UA0123', null, null, null, now() - interval '1 day', now()),
      (${db.stableIds.ofFlight("A1AEF6", "UAL1234", 1)}, 'UAL1234', 'UA1234', null, null, null, now(), now())`;
  // The busiest airport of London; an airline has the city in its name.
  await sql`
    insert into flights (id, flight_key, flight, departing_airport, first_received_at, last_received_at)
    select md5('london' || n)::uuid, 'BAW' || n, 'BA' || n, case when n % 4 = 0 then 'LGW' else 'EGLL' end, now(), now()
    from generate_series(1, 40) n`;
  const owner = await addKeyOwner(rest.database, "owner", "unlimited");
  ownKey = owner.key;
  const hidden = await db.stations.add(sql, {
    ident: "AB-HIDDEN",
    accountId: owner.accountId,
    sourceType: "vdl",
  });
  await sql`update stations set hidden = true where id = ${hidden?.id ?? 0}`;
  await db.stations.register(sql, { ident: "AB-NEW", sourceType: "vdl", simulated: false });
  await storeReceived(sql, [message, redacted]);
  await db.redactions.redact(sql, { ids: [redacted.id] }, { reason: "for a test", by: "nobody" });
});
afterAll(() => rest[Symbol.asyncDispose]());

async function lookUp(q: string, key = rest.key): Promise<LookupTarget[]> {
  const response = await ask(`${rest.url}/v1/lookup?q=${encodeURIComponent(q)}`, key);
  expect([q, response.status]).toEqual([q, 200]);
  return z
    .array(LookupTarget)
    .max(8)
    .parse(await response.json());
}

describe("a text that was typed or pasted", () => {
  test.each([
    ["a1aef6", "icao", "A1AEF6"],
    ["N156VN", "tail", "A1AEF6"],
    [" n156-vn ", "tail", "A1AEF6"],
    ["N157VN", "tail", db.stableIds.ofAirframe("N157VN")],
    ["n15", "tail", "A1AEF6"],
    ["UAL123", "flight", newest],
    ["ua 0123", "flight", newest],
    ["UAL", "airline", "UAL"],
    ["ua", "airline", "UAL"],
    ["united airlines", "airline", "UAL"],
    ["KSFO", "airport", "KSFO"],
    ["arn", "airport", "ESSA"],
    ["San Francisco Int", "airport", "KSFO"],
    ["London", "airport", "EGLL"],
    ["Lufthansa", "airline", "DLH"],
    ["ab-k", "station", "AB-KSFO1"],
    ["H1", "label", "H1"],
    ["squitter", "label", "SQ"],
    ["Molokai, Haw", "ground_station", "hfdl-2"],
    ["hfdl-4", "ground_station", "hfdl-4"],
  ])("%j is %s %s", async (q, kind, id) => {
    const targets = await lookUp(q);
    const expected = kind === "station" ? String(rest.stationId) : id;
    expect(targets.map((target) => `${target.kind} ${target.id}`)).toContain(`${kind} ${expected}`);
  });

  test("that is a code names what has this code first, and no mere part of a name", async () => {
    const targets = await lookUp("SFO");
    expect(targets[0]).toMatchObject({ kind: "airport", id: "KSFO" });
    expect(targets.filter(({ kind }) => kind === "airport")).toHaveLength(1);
    const [first, second] = await lookUp("UAL123");
    expect(first).toEqual({
      kind: "flight",
      id: newest,
      title: "UAL123",
      detail: expect.stringContaining("N156-VN · KSFO–KEWR · ") as string,
    });
    expect(second).toMatchObject({ kind: "flight", id: older });
  });

  test("that is the beginning of a flight names the flights of now", async () => {
    expect((await lookUp("UAL123")).map(({ title }) => title)).toContain("UAL1234");
  });

  test("that is a message id names the message, but not one that was redacted or never was", async () => {
    expect(await lookUp(message.id.toUpperCase())).toEqual([
      expect.objectContaining({ kind: "message", id: message.id }),
    ]);
    expect(await lookUp(redacted.id)).toEqual([]);
    expect(await lookUp(receivedAgo(60).id)).toEqual([]);
  });

  test("that names a hidden or provisional station names it to its owner only", async () => {
    expect(await lookUp("AB-HIDDEN")).toEqual([]);
    expect(await lookUp("AB-NEW")).toEqual([]);
    expect(await lookUp("AB-HIDDEN", ownKey)).toMatchObject([{ kind: "station" }]);
  });

  test("that is hostile is answered, mostly with nothing", async () => {
    const random = createSeededRandom(7);
    const texts = [
      "%",
      "_%_",
      "'; drop table stations; --",
      "\\",
      "\u{10FFFF}",
      "��",
      "..%2f",
      "-",
    ];
    for (let n = 0; n < 40; n++) texts.push(hostileText(random, 60));
    for (const q of texts) {
      const response = await ask(
        `${rest.url}/v1/lookup?q=${encodeURIComponent(q.toWellFormed())}`,
        rest.key,
      );
      expect([q, [200, 400].includes(response.status)]).toEqual([q, true]);
    }
    expect(await lookUp("%%%")).toEqual([]);
  });

  test.each(["", "   ", "x".repeat(65)])("%j is refused", async (q) => {
    const response = await ask(`${rest.url}/v1/lookup?q=${q}`, rest.key);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ field: "q" }] },
    ]);
  });
});
