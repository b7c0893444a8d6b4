import { sampleAdscTree, element, fansUplink, frameWithTree } from "@jetwire/decoders/samples";
import * as db from "@jetwire/db";
import { type Message, MessageIds, type Problem, ReadMessage } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const ids = new MessageIds(() => Date.now() - 600_000);
const text = element("uM169FreeText", "[freetext]", { free_text: "CALL JANE@EXAMPLE.ORG" });
const clearance = fansUplink(text);
const report = sampleAdscTree({ basic_report: { lat: 50.12, lon: 8.5, alt: 37_000, ts_sec: 60 } });
const long = fansUplink(element("uM169FreeText", "[freetext]", { free_text: "X".repeat(17_000) }));

let rest: RestUnderTest;
let strangerKey: string;
const messages: Message[] = [];

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId } = rest;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  const station = await db.stations.add(sql, { ident: "TREE", accountId, sourceType: null });
  const stationId = station?.id ?? 0;
  await sql`update stations set account_id = ${accountId} where id = ${stationId}`;
  messages.push(...[0, 1, 2, 3].map(() => testMessage({ id: ids.next(0), stationId })));
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  for (const [at, tree] of [clearance, report, long].entries()) {
    const raw = JSON.stringify(frameWithTree(tree));
    await sql`insert into message_raws (id, raw) values (${messages[at]?.id ?? ""}, ${raw})`;
  }
});
afterAll(() => rest[Symbol.asyncDispose]());

async function answerTo(path: string, key: string): Promise<string> {
  const response = await ask(rest.url + path, key);
  expect(response.status).toBe(200);
  return await response.text();
}

/** Returns the trees of the messages in every shape that has them, oldest first. */
async function treesOf(key: string): Promise<unknown[][]> {
  const byId = messages.map(({ id }) => answerTo(`/v1/messages/${id}?include=tree`, key));
  const list = await answerTo("/v1/messages?include=tree", key);
  const lines = await answerTo("/v1/messages/export?include=tree", key);
  const shapes = [
    (await Promise.all(byId)).map((body) => JSON.parse(body) as unknown),
    (JSON.parse(list) as unknown[]).toReversed(),
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ];
  return shapes.map((shape) => shape.map((body) => ReadMessage.parse(body).tree));
}

test("R-04: the decoder's tree is the same by id, in lists and in exports, for the owner as sent", async () => {
  for (const trees of await treesOf(rest.key))
    expect(trees).toEqual([clearance, report, null, null]);
});

test("a tree hides from others what the message hides, and is null above 16 KiB or without its raw", async () => {
  for (const trees of await treesOf(strangerKey)) {
    expect(trees).toHaveLength(4);
    expect(JSON.stringify(trees)).not.toContain("JANE@");
    expect(trees[0]).toMatchObject({ arinc622: { msg_type: "fans1a_cpdlc_msg" } });
    expect(trees.slice(2)).toEqual([null, null]);
  }
});

test("R-04: an export has raw objects as lists have them: as sent for the owner alone", async () => {
  const rawsOf = async (key: string) => {
    const lines = await answerTo("/v1/messages/export?include=raw", key);
    const list = await answerTo("/v1/messages?include=raw", key);
    const exported = lines
      .trimEnd()
      .split("\n")
      .map((line) => ReadMessage.parse(JSON.parse(line)));
    expect(exported).toEqual((JSON.parse(list) as unknown[]).toReversed());
    return exported.map(({ raw }) => raw);
  };
  const sent = [clearance, report, long].map((tree) => JSON.stringify(frameWithTree(tree)));
  expect(await rawsOf(rest.key)).toEqual([...sent, null]);
  const shown = await rawsOf(strangerKey);
  expect(shown[0]).toContain("fans1a_cpdlc_msg");
  expect(JSON.stringify(shown)).not.toContain("JANE@");

  const both = await answerTo("/v1/messages/export?include=raw,tree", strangerKey);
  expect(both).toContain('"raw":');
  expect(both).toContain('"tree":');
  expect(both).not.toContain("JANE@");
});

test("an export has nothing of a station that is hidden from the account", async () => {
  const { sql } = rest.database.database;
  const { accountId } = rest;
  const station = await db.stations.add(sql, { ident: "TREE-HIDDEN", accountId, sourceType: null });
  const stationId = station?.id ?? 0;
  await sql`update stations set hidden = true where id = ${stationId}`;
  const message = testMessage({ id: ids.next(0), stationId });
  await storeMessages(sql, [{ message, flightKey: null }]);
  await sql`insert into message_raws (id, raw) values (${message.id}, '{"secret":"HIDDEN-RAW"}')`;
  const path = "/v1/messages/export?include=raw";
  // What is hidden is read again every second.
  await expect.poll(() => answerTo(path, strangerKey)).not.toContain("HIDDEN-RAW");
  expect(await answerTo(path, rest.key)).toContain("HIDDEN-RAW");
});

test("an export has raw objects and trees only if they are asked for, and CSV has none", async () => {
  const lines = await answerTo("/v1/messages/export", rest.key);
  expect(lines).not.toContain('"tree"');
  expect(lines).not.toContain('"raw"');
  const inTables = ["include=tree&format=csv", "include=raw&format=csv"];
  for (const query of [...inTables, "include=station", "include=raw,station", "include="]) {
    const response = await ask(`${rest.url}/v1/messages/export?${query}`, rest.key);
    expect(response.status).toBe(400);
    const { errors = [] } = (await response.json()) as Problem;
    expect(errors.map(({ field }) => field)).toEqual(["include"]);
  }
});
