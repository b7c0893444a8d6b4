import * as db from "@jetwire/db";
import { type Message, MessageIds, type ReadMessage } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const nowMs = Date.now();
const dayMs = 86_400_000;
const midnightMs = Math.floor(nowMs / dayMs) * dayMs;

const climb: Message["decoded"] = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "cpdlc",
  description: "Climb to FL390",
  items: [],
};

let rest: RestUnderTest;
let strangerKey: string;
let stationIds: number[];
let clockMs = nowMs - 60_000;
const ids = new MessageIds(() => (clockMs += 5));
const newId = () => ids.next(0);

beforeAll(async () => {
  rest = await startRest();
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  const { sql } = rest.database.database;
  const stations = await Promise.all(
    ["BC-BARE", "BC-DECODES", "BC-THIRD"].map((ident) =>
      db.stations.add(sql, { ident, accountId: rest.accountId, sourceType: null }),
    ),
  );
  stationIds = stations.map((station) => station?.id ?? 0);
});
afterAll(() => rest[Symbol.asyncDispose]());
beforeEach(async () => {
  const { sql } = rest.database.database;
  await sql`delete from messages`;
});

/** Stores the receptions of one transmission, the first by the first station. */
async function receive(...receptions: Partial<Message>[]): Promise<string[]> {
  const own = receptions.map(({ id }) => id ?? newId());
  const messages = receptions.map((over, n) =>
    testMessage({
      text: `RECEPTION ${n}`,
      stationId: stationIds[n] ?? 0,
      ...over,
      id: own[n] ?? "",
      groupId: own[0] ?? "",
    }),
  );
  await storeMessages(
    rest.database.database.sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  return own;
}

async function read<Body = ReadMessage>(path: string, key = strangerKey): Promise<Body> {
  const response = await ask(`${rest.url}/v1/messages${path}`, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

const lists = (query: string, key?: string) => read<ReadMessage[]>(`?first=true&${query}`, key);
const idsOf = async (query: string) => (await lists(query)).map(({ id }) => id);

test("R-02: a transmission has the content of the reception that was decoded, and says which", async () => {
  const position = { latitude: 10, longitude: 20, positionSource: "text" as const };
  const [first = "", second = "", third = ""] = await receive(
    {},
    { decoded: climb },
    { ...position, altitude: 39_000, destinationAirport: "ESSA" },
  );
  const content = {
    decoded: climb,
    ...position,
    altitude: 39_000,
    destinationAirport: "ESSA",
    contentFrom: [
      { messageId: second, stationId: stationIds[1], members: ["decoded"] },
      {
        messageId: third,
        stationId: stationIds[2],
        members: ["latitude", "longitude", "positionSource", "altitude", "destinationAirport"],
      },
    ],
  };
  expect(await read(`/${first}`)).toMatchObject({ id: first, text: "RECEPTION 0", ...content });
  expect(await lists("label=SQ")).toMatchObject([{ id: first, text: "RECEPTION 0", ...content }]);
  const [ofSecond] = (await read(`/${second}`)).contentFrom ?? [];
  expect(ofSecond?.messageId).toBe(third);
  const exported = await ask(`${rest.url}/v1/messages/export?first=true`, rest.key);
  expect(JSON.parse(await exported.text())).toMatchObject({ id: first, ...content });
});

test("R-03: a reception that has everything, or is listed as received, is shown as it is", async () => {
  const [first = "", second = ""] = await receive({}, { decoded: climb });
  const own = await read(`/${second}`);
  expect(own).toMatchObject({ decoded: climb });
  expect(own).not.toHaveProperty("contentFrom");
  const received = await read<ReadMessage[]>("?label=SQ");
  expect(received.map(({ id, decoded }) => [id, decoded])).toEqual([
    [second, climb],
    [first, null],
  ]);
  for (const message of received) expect(message).not.toHaveProperty("contentFrom");
});

test("complete content is taken instead of partial content", async () => {
  const partial = { ...climb, by: "text" as const, level: "partial" as const };
  const [first = ""] = await receive({ decoded: partial }, { decoded: climb });
  expect(await read(`/${first}`)).toMatchObject({ decoded: climb });
  const [better = ""] = await receive({ decoded: climb }, { decoded: partial });
  expect(await read(`/${better}`)).toMatchObject({ decoded: climb });
});

test("R-07: filters with first=true find a transmission by any reception, once", async () => {
  const airframeId = "018f0000-0000-7000-8000-000000000001";
  const [bare = "", decoded = ""] = await receive(
    {},
    { decoded: climb, latitude: 10, longitude: 20, airframeId },
    { decoded: climb, latitude: 10, longitude: 20, airframeId },
  );
  const [other = ""] = await receive({});
  for (const query of [
    "decoded=cpdlc",
    "decoded=any",
    "has_position=true",
    "bbox=5,5,25,25",
    `airframe=${airframeId}`,
    "q=climb%20to",
    "station=BC-DECODES",
    "decoded=cpdlc,adsc&has_position=true",
  ]) {
    expect([query, ...(await idsOf(query))]).toEqual([query, decoded]);
  }
  expect(await idsOf("decoded=none")).toEqual([other]);
  expect(await idsOf("has_position=false")).toEqual([other]);
  expect(await idsOf("")).toEqual([other, bare]);
  const [found] = await lists("has_position=true&include=receptions");
  expect(found?.receptions?.total).toBe(3);
});

test("the first reception stays the first if its id is the greater one", async () => {
  const later = newId();
  const [first = ""] = await receive({ decoded: climb }, { id: later, decoded: climb });
  expect(first > later).toBe(true);
  expect(await idsOf("decoded=any")).toEqual([first]);
});

test("pages with first=true neither repeat nor leave out a transmission", async () => {
  const expected: string[] = [];
  for (let n = 0; n < 7; n++) {
    const [first = "", second = ""] = await receive(
      n % 2 ? { decoded: climb } : {},
      { decoded: climb },
      { decoded: climb },
    );
    expected.unshift(n % 2 ? first : second);
  }
  const found: string[] = [];
  let cursor = "";
  while (found.length < expected.length) {
    const page = await idsOf(`decoded=any&limit=2${cursor}`);
    if (page.length === 0) break;
    found.push(...page);
    cursor = `&before=${page.at(-1) ?? ""}`;
  }
  expect(found).toEqual(expected);
});

test("the first reception may be of the day before", async () => {
  const dayBefore = new MessageIds(() => midnightMs - 500).next(0);
  const today = new MessageIds(() => midnightMs + 500).next(0);
  await receive({ id: dayBefore }, { id: today, decoded: climb, airframeId: null });
  expect(await read(`/${dayBefore}`)).toMatchObject({ decoded: climb });
  const since = new Date(midnightMs - 3_600_000).toISOString();
  expect(await idsOf(`decoded=any&since=${since}`)).toEqual([today]);
  expect(await idsOf(`decoded=none&since=${since}`)).toEqual([]);
});

test("A-20: a redacted reception gives nothing to its transmission any more", async () => {
  const { sql } = rest.database.database;
  const [first = "", second = ""] = await receive(
    {},
    { decoded: climb, latitude: 1, longitude: 2 },
  );
  expect((await read(`/${first}`)).decoded).toEqual(climb);
  await db.redactions.redact(sql, { ids: [second] }, { reason: "asked for", by: "operator" });
  const left = await read(`/${first}`);
  expect(left).toMatchObject({ decoded: null, latitude: null });
  expect(left).not.toHaveProperty("contentFrom");
  const [listed] = await lists("label=SQ");
  expect(JSON.stringify(listed)).not.toContain(second);
  expect(await idsOf("decoded=any")).toEqual([]);
  expect(await idsOf("decoded=none")).toEqual([first]);
});

test("a conversation shows each message with the content of its transmission", async () => {
  const airframeId = "018f0000-0000-7000-8000-000000000002";
  const [first = ""] = await receive({ airframeId }, { airframeId, decoded: climb });
  const { messages } = await read<{ messages: { message: ReadMessage }[] }>(
    `/${first}/conversation`,
  );
  expect(messages.map(({ message }) => [message.id, message.decoded])).toEqual([[first, climb]]);
});

test("A-20: a hidden station gives content to its owner alone, and others learn nothing of it", async () => {
  const { sql } = rest.database.database;
  const [first = "", second = ""] = await receive(
    {},
    { decoded: climb, latitude: 1, longitude: 2 },
  );
  await sql`update stations set hidden = true where id = ${stationIds[1] ?? 0}`;
  // Hidden stations are looked up once a second.
  await expect.poll(async () => (await read(`/${first}`)).decoded, { timeout: 10_000 }).toBeNull();
  expect(JSON.stringify(await read(`/${first}`))).not.toContain(second);
  expect(JSON.stringify(await lists("label=SQ"))).not.toContain(second);
  expect(await idsOf("decoded=any")).toEqual([]);
  expect(await idsOf("decoded=none")).toEqual([first]);
  expect(await read(`/${first}`, rest.key)).toMatchObject({ decoded: climb });
});
