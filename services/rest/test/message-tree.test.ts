import { adscTree, element, fansUplink, frameWithTree } from "@jetwire/decoders/samples";
import { addStation } from "@jetwire/db";
import { createMessageIds, type Message, type Problem, ReadMessage } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const ids = createMessageIds(() => Date.now() - 600_000);
const text = element("uM169FreeText", "[freetext]", { free_text: "CALL JANE@EXAMPLE.ORG" });
const clearance = fansUplink(text);
const report = adscTree({ basic_report: { lat: 50.12, lon: 8.5, alt: 37_000, ts_sec: 60 } });
const long = fansUplink(element("uM169FreeText", "[freetext]", { free_text: "X".repeat(17_000) }));

let rest: RestUnderTest;
let strangerKey: string;
const messages: Message[] = [];

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId } = rest;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  const station = await addStation(sql, { ident: "TREE", accountId, sourceType: null });
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

test("an export has trees only if they are asked for, and CSV has none", async () => {
  const lines = await answerTo("/v1/messages/export", rest.key);
  expect(lines).not.toContain('"tree"');
  for (const query of ["include=tree&format=csv", "include=raw", "include=tree,raw"]) {
    const response = await ask(`${rest.url}/v1/messages/export?${query}`, rest.key);
    expect(response.status).toBe(400);
    const { errors = [] } = (await response.json()) as Problem;
    expect(errors.map(({ field }) => field)).toEqual(["include"]);
  }
});
