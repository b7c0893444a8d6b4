import type { StockClient } from "@jetwire/cli";
import {
  asyncApiDocument,
  clientEventPayloads,
  receivedMessageKey,
  sentMessageKey,
  serverEventPayloads,
} from "@jetwire/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkDocument } from "../../src/index.ts";
import { createEventCheck, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import { type ServiceUnderTest, startService, type User } from "./service-under-test.ts";

type ClientEventName = keyof typeof clientEventPayloads;

const document = asyncApiDocument({ version: "0" });
const described = checkDocument(document);
const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

let service: ServiceUnderTest;
let alice: User;
let bob: User;
let stationId: number;
let notificationId: string;
let bobsMessageId: string;
let client: StockClient;
beforeAll(async () => {
  service = await startService(1, eventCheck);
  [alice, bob] = [await service.addUser(), await service.addUser()];
  stationId = (await service.addFeeder(1)).station.id;
  client = service.connect(0, { auth: { token: alice.token } });
  await client.receive("presence:snapshot");
  const bobs = service.connect(0, { auth: { token: bob.token } });
  await bobs.receive("presence:snapshot");
  bobs.socket.emit("chat:message:send", { recipientId: alice.userId, body: "Buy this" });
  bobsMessageId = (await client.receive("chat:message:new")).id;
  await service.operate("keys", "issue", "--account", alice.username);
  notificationId = (await client.receive("notification:new")).id;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Payloads of each event: as described, and different from it. */
const cases: Readonly<Record<ClientEventName, () => { right: unknown[]; wrong: unknown[] }>> = {
  "messages:sniff": () => ({
    right: [undefined, { stats: true, filter: { label: ["H1"] } }],
    wrong: [{ filter: { no_such: 1 } }, "everything"],
  }),
  "messages:sniff:stop": () => ({ right: [undefined], wrong: [] }),
  "messages:watch:start": () => ({
    right: [{ filter: { tail: "SE-ABC" } }, { filter: { bbox: [17, 59, 18, 60] } }],
    wrong: [{ filter: { sourceType: ["vdl"] } }, { filter: {} }, undefined],
  }),
  "messages:watch:stop": () => ({ right: [], wrong: [{ watchId: 7 }, undefined] }),
  "station:monitor:start": () => ({ right: [stationId], wrong: ["one", -1, { id: stationId }] }),
  "station:monitor:stop": () => ({ right: [stationId], wrong: [null] }),
  "chat:message:send": () => ({
    right: [{ recipientId: bob.userId, body: "Hello", clientId: "c1" }],
    wrong: [{ recipientId: bob.userId }, { recipientId: bob.userId, body: "" }, []],
  }),
  "chat:thread:read": () => ({ right: [{ userId: bob.userId }], wrong: [{}, bob.userId] }),
  "chat:typing": () => ({
    right: [{ recipientId: bob.userId, isTyping: true }],
    wrong: [{ recipientId: bob.userId, isTyping: "yes" }],
  }),
  "chat:block": () => ({ right: [{ userId: bob.userId }], wrong: [{ userId: 7 }] }),
  "chat:unblock": () => ({ right: [{ userId: bob.userId }], wrong: [7] }),
  "chat:report": () => ({
    right: [{ messageId: bobsMessageId, reason: "spam", note: "unasked" }],
    wrong: [{ messageId: bobsMessageId }, { messageId: 7, reason: "spam" }, undefined],
  }),
  "notification:read": () => ({
    right: [{ id: notificationId }],
    wrong: [{ id: 7 }, undefined],
  }),
  "auth:refresh": () => ({ right: [alice.token], wrong: [{ token: alice.token }] }),
};

/** Sends an event and checks its acknowledgement against the document. */
async function acknowledged(event: string, payload: unknown): Promise<{ ok: boolean }> {
  const args = payload === undefined ? [] : [payload];
  const answer: unknown = await client.socket.timeout(5_000).emitWithAck(event, ...args);
  expect(described.faultsOf(["components", "schemas", "Acknowledgement"], answer)).toEqual([]);
  return answer as { ok: boolean };
}

function faultsOfSent(event: string, payload: unknown): string[] {
  const path = ["components", "messages", receivedMessageKey(event), "payload"];
  return described.faultsOf(path, payload);
}

describe("the AsyncAPI document", () => {
  test("describes every event of both directions, and no other", () => {
    const { messages } = document["components"] as { messages: Record<string, unknown> };
    expect(Object.keys(messages).toSorted()).toEqual(
      [
        ...Object.keys(serverEventPayloads).map(sentMessageKey),
        ...Object.keys(clientEventPayloads).map(receivedMessageKey),
      ].toSorted(),
    );
  });

  test("describes no event that this suite does not expect", () => {
    const expected = new Set<string>(Object.values(expectedEvents).flat());
    expect(Object.keys(serverEventPayloads).filter((event) => !expected.has(event))).toEqual([]);
  });

  test.each(Object.entries(cases))(
    "R-38: %s is accepted as described, and acknowledged as described",
    async (event, given) => {
      for (const payload of given().right) {
        expect(payload === undefined ? [] : faultsOfSent(event, payload)).toEqual([]);
        expect([payload, (await acknowledged(event, payload)).ok]).toEqual([payload, true]);
      }
    },
  );

  test.each(Object.entries(cases))(
    "R-47: %s is refused if it differs from its description",
    async (event, given) => {
      for (const payload of given().wrong) {
        expect([payload, faultsOfSent(event, payload)]).not.toEqual([payload, []]);
        expect([payload, (await acknowledged(event, payload)).ok]).toEqual([payload, false]);
      }
    },
  );
});
