import * as db from "@jetwire/db";
import { acarsdecDownlink, receivedFrom } from "@jetwire/decoders/samples";
import { type Message, messageIdFloor, MessageIds } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
  await at.database.sql`insert into stations (ident) values ('AGAIN-1')`;
});
afterAll(() => at[Symbol.asyncDispose]());

async function redecode(...args: string[]): Promise<Ran> {
  const { url, redisUrl, namespace } = at;
  const env = { DATABASE_URL: url, REDIS_URL: redisUrl, JETWIRE_NAMESPACE: namespace };
  return await runJetwire(["redecode", ...args], { env });
}

const ids = new MessageIds(() => Date.now());
const report = {
  ...acarsdecDownlink,
  label: "44",
  text: "POS02,N50150W010300,350,EDDX,LFXX,0202,0006,0130,005.1",
};
let seq = 0;

/** Stores messages as a release stored them that read nothing of their text. */
async function storeUnread(objects: readonly object[], over: Partial<Message>): Promise<Message[]> {
  const { sql } = at.database;
  const stored = objects.map((object) => {
    const id = ids.next(0);
    const message = testMessage({ ...receivedFrom(object), id, groupId: id, ...over });
    const links = { first: true, icao: null, flightKey: "UAL123", skewed: false };
    return { message, links, raw: JSON.stringify(object), producer: "p:1", seq: ++seq };
  });
  for (const one of stored) {
    const flight = db.messageStore.reportedFlight(one.message, "UAL123");
    await db.messageStore.storeBatch(sql, {
      parts: [{ partition: 0, messages: [one] }],
      airframes: [],
      flights: flight === null ? [] : [flight],
    });
  }
  return stored.map(({ message }) => message);
}

test("messages say what their texts say; position, flight, facts and counts follow; a second run changes nothing", async () => {
  const { sql } = at.database;
  const [airframeId, flightId] = [crypto.randomUUID(), crypto.randomUUID()];
  await sql`insert into airframes (id, icao) values (${airframeId}, 'ABC123')`;
  const other = { ...acarsdecDownlink, text: "NOTHING THAT IS KNOWN" };
  const [message, unknown] = await storeUnread([report, other], { airframeId, flightId });
  const createdAt = message?.createdAt ?? "";
  await db.tallies.tallyHour(sql, `${createdAt.slice(0, 13)}:00:00.000Z`);
  expect((await redecode("--json")).json()).toEqual({ messages: 2, changed: 1 });

  const read = await db.messages.read(sql, message?.id ?? "");
  expect(read).toMatchObject({
    decoded: { by: "text", version: 1 },
    latitude: 50.25,
    positionSource: "text",
    destinationAirport: "LFXX",
    text: message?.text,
  });
  expect((await db.messages.read(sql, unknown?.id ?? ""))?.decoded).toBeNull();
  const positions = await sql`select message_id, latitude from airframe_positions`;
  expect(positions).toEqual([{ messageId: message?.id, latitude: 50.25 }]);
  const flights =
    await sql`select destination_airport, latitude from flights where id = ${flightId}`;
  expect(flights).toEqual([{ destinationAirport: "LFXX", latitude: 50.25 }]);
  await db.flightFacts.makeDue(sql, 10);
  expect((await db.flightFacts.read(sql, flightId))?.destination).toBe("LFXX");
  expect(await db.tallies.listHours(sql, new Date(0), 10)).toHaveLength(1);

  expect((await redecode("--json")).json()).toEqual({ messages: 2, changed: 0 });
});

test("texts that are read now are no longer counted as undecoded", async () => {
  const { sql } = at.database;
  await storeUnread(
    [
      { ...report, label: "4U" },
      { ...report, label: "4U" },
    ],
    {},
  );
  await storeUnread([{ ...report, label: "4U", text: "UNKNOWN 123" }], {});
  await db.undecoded.countTexts(sql, Date.now() + 3_600_000, 1_000);
  const query = { days: 7, label: "4U", limit: 10 };
  const before = await db.undecoded.listLayouts(sql, query);
  expect(before.messages).toBe(3);
  await sql`update messages set label = '44' where label = '4U'`;
  await sql`update message_raws set raw = replace(raw, '"4U"', '"44"')`;
  await sql`update undecoded_texts set label = '44' where label = '4U'`;
  await redecode("--label", "44");
  const after = await db.undecoded.listLayouts(sql, { ...query, label: "44" });
  expect(after.layouts).toMatchObject([{ layout: "A 0", messages: 1 }]);
});

test("a position that a message does not say any more is removed", async () => {
  const { sql } = at.database;
  const airframeId = crypto.randomUUID();
  await sql`insert into airframes (id, icao) values (${airframeId}, 'ABC124')`;
  const wrong = { latitude: 10, longitude: 20, positionSource: "text" } as const;
  const silent = { ...acarsdecDownlink, label: "ZZ", text: "NO POSITION" };
  await storeUnread([silent], { airframeId, ...wrong });
  expect((await redecode("--label", "ZZ", "--json")).json()).toEqual({ messages: 1, changed: 1 });
  const left = await sql`select 1 from airframe_positions where airframe_id = ${airframeId}`;
  expect(left).toEqual([]);
});

test("a whole is read again with the message that completed it", async () => {
  const { sql } = at.database;
  const part = { ...report, label: "45", text: "LFXX,0202,0006,0130,005.1" };
  const [last] = await storeUnread([part], {});
  const id = last?.id ?? "";
  await sql`
    insert into message_wholes (message_id, group_id, station_id, received_at, part_ids, station_ids, joined_by, body)
    values (${id}, ${id}, 1, now(), ${[id]}::uuid[], '{1}', 'service', 'POS02,N50150W010300,350,EDDX,LFXX,0202,0006,0130,005.1')`;
  await sql`update messages set label = '44' where id = ${id}`;
  await sql`update message_raws set raw = ${JSON.stringify({ ...part, label: "44" })} where id = ${id}`;
  expect((await redecode("--label", "44", "--json")).json()).toMatchObject({ changed: 1 });
  const [whole] = await sql`select latitude, decoded->>'version' as version from message_wholes`;
  expect(whole).toEqual({ latitude: 50.25, version: "1" });
});

test("an interrupted run goes on where it stopped, unless it is to begin anew", async () => {
  const { sql } = at.database;
  const objects = Array.from({ length: 3 }, () => ({ ...report, label: "4T" }));
  const messages = await storeUnread(objects, {});
  const selection = JSON.stringify({ label: "4T", version: 1 });
  const run = { last: messages[1]?.id ?? "", messages: 2, changed: 0 };
  await db.redecoding.writeContents(sql, [], { selection, run });
  expect((await redecode("--label", "4T", "--json")).json()).toMatchObject({ messages: 3 });
  expect(await db.redecoding.readRun(sql, selection)).toBeNull();
  await db.redecoding.writeContents(sql, [], {
    selection,
    run: { ...run, last: messageIdFloor(Date.now() + 60_000) },
  });
  expect((await redecode("--label", "4T", "--again", "--json")).json()).toMatchObject({ messages: 3 }); // prettier-ignore
});

test("messages that were redacted or that nobody selected stay as they are", async () => {
  const { sql } = at.database;
  const [one, other] = await storeUnread([report, report], {});
  await db.redactions.redact(sql, { ids: [one?.id ?? ""] }, { reason: "private", by: "test" });
  const run = await redecode("--only", "dumpvdl2", "--json");
  expect(run.json()).toMatchObject({ changed: 0 });
  expect((await db.messages.read(sql, other?.id ?? ""))?.decoded).toBeNull();
  await redecode("--only", "acarsdec");
  expect((await db.messages.read(sql, other?.id ?? ""))?.decoded).not.toBeNull();
  expect(await db.messages.read(sql, one?.id ?? "")).toBeNull();
});

test.each([
  [["--since", "yesterday"], "--since"],
  [["--only", "dumpvdl"], "--only must be one of acarsdec, vdlm2dec"],
  [["--label", "H"], "must have two characters"],
  [["--rate", "0"], "--rate"],
  [["--since", "2026-02-01T00:00:00Z", "--until", "2026-01-01T00:00:00Z"], "--until must be after --since"], // prettier-ignore
])("%j is refused with what is wrong", async (args, text) => {
  const refused = await redecode(...args, "--json");
  expect(refused.code).toBe(2);
  expect(errorOf(refused).message).toContain(text);
});
