import * as db from "@jetwire/db";
import {
  Conversation,
  type Decoded,
  decodedLabels,
  type Message,
  MessageIds,
  type Problem,
} from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const airframeId = "80000000-0000-8000-a000-000000000001";
const startMs = Date.now() - 3_600_000;

let rest: RestUnderTest;
let strangerKey: string;
const messages: Record<string, Message> = {};

function cpdlc(number: number, replyTo?: number): Partial<Message> {
  const items: Decoded["items"] = [{ label: decodedLabels.messageNumber, value: number }];
  if (replyTo !== undefined) items.push({ label: decodedLabels.replyTo, value: replyTo });
  const [by, level, description] = ["decoder", "full", "CPDLC"] as const;
  return {
    label: "AA",
    blockId: null,
    decoded: { by, level, decoder: "libacars", application: "cpdlc", description, items },
  };
}

function add(name: string, minutes: number, over: Partial<Message>): void {
  const timeMs = startMs + minutes * 60_000;
  const id = new MessageIds(() => timeMs).next(0);
  messages[name] = testMessage({
    id,
    groupId: id,
    timestamp: new Date(timeMs).toISOString(),
    airframeId,
    ...over,
  });
}

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  const own = await db.stations.add(sql, {
    ident: "HIDDEN",
    accountId: rest.accountId,
    sourceType: null,
  });
  await sql`update stations set hidden = true where id = ${own?.id ?? 0}`;
  const [up, down] = [{ linkDirection: "uplink" }, { linkDirection: "downlink" }] as const;
  const { stationId } = rest;
  add("climb", 0, { ...up, ...cpdlc(7), stationId });
  add("again", 0.01, { ...up, ...cpdlc(7), stationId: 99 });
  messages["again"] = { ...messages["again"], groupId: messages["climb"]?.id } as Message;
  add("wilco", 1, { ...down, ...cpdlc(1, 7), stationId });
  add("hidden", 2, { ...down, ...cpdlc(2, 7), stationId: own?.id ?? 0 });
  add("elsewhere", 3, { ...down, ...cpdlc(3, 7), stationId, airframeId: null });
  add("late", 40, { ...down, ...cpdlc(4, 7), stationId });
  add("nameless", 5, { ...down, airframeId: null, tail: null, stationId });
  await storeMessages(
    sql,
    Object.values(messages).map((message) => ({ message, flightKey: null })),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

async function conversation(name: string, key: string, query = ""): Promise<Conversation> {
  const url = `${rest.url}/v1/messages/${messages[name]?.id ?? ""}/conversation${query}`;
  const response = await ask(url, key);
  expect(response.status).toBe(200);
  return Conversation.parse(await response.json());
}

function idOf(name: string): string {
  return messages[name]?.id ?? "";
}

test("R-02: a message is answered with what belongs to it on the same airframe, one reception each", async () => {
  expect(await conversation("climb", strangerKey)).toEqual({
    messages: [
      { message: messages["climb"], relations: [] },
      {
        message: messages["wilco"],
        relations: [{ relation: "replies-to", messageId: idOf("climb") }],
      },
    ],
    complete: true,
  });
});

test("the asked reception stands for its transmission", async () => {
  const { messages: found } = await conversation("again", strangerKey);
  expect(found.map(({ message }) => message.id)).toEqual([idOf("again"), idOf("wilco")]);
});

test("A-20: messages of a hidden station belong to a conversation for its owner only", async () => {
  const own = await conversation("climb", rest.key);
  expect(own.messages.map(({ message }) => message.id)).toEqual([
    idOf("climb"),
    idOf("wilco"),
    idOf("hidden"),
  ]);
  const url = `${rest.url}/v1/messages/${idOf("hidden")}/conversation`;
  const refused = await ask(url, strangerKey);
  expect(refused.status).toBe(404);
  expect(((await refused.json()) as Problem).code).toBe("not_found");
});

test("a message that names no aircraft is a conversation by itself, with the parts that are asked for", async () => {
  const found = await conversation("nameless", rest.key, "?include=station,receptions");
  expect(found.messages).toHaveLength(1);
  expect(found.messages[0]?.message).toMatchObject({
    station: { ident: "AB-KSFO1" },
    receptions: { total: 1 },
  });
});

test("R-08: an unknown id and one that is none have no conversation", async () => {
  const unknown = new MessageIds(() => startMs).next(0);
  for (const id of [unknown, "1"]) {
    expect((await rest.get(`/v1/messages/${id}/conversation`)).status).toBe(404);
  }
});
