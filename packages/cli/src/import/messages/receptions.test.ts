import type { KnownReception, Sql } from "@jetwire/db";
import { pastMessageId } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinkedMessage } from "./link-messages.ts";
import { createReceptions } from "./receptions.ts";

const sliceMs = 600_000;
const dayMs = 86_400_000;
/** The beginning of a slice, days ago. */
const beganMs = Math.floor(Date.UTC(2026, 5, 1) / sliceMs) * sliceMs;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: beganMs + 3 * dayMs });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers the two queries of comparisons, and records whose receptions were asked for. */
function startStore() {
  const asked: { stationIds: unknown; airframeIds: unknown }[] = [];
  const stored: KnownReception[] = [];
  const redacted: { stationId: number; messageId: string }[] = [];
  const sql = (parts: TemplateStringsArray, ...values: readonly unknown[]): readonly unknown[] => {
    if (parts.join("").includes("from redactions")) return redacted;
    if (!parts.join("").includes("union")) return [];
    asked.push({ stationIds: values[1], airframeIds: values[4] });
    return stored;
  };
  const receptions = createReceptions((work) => work(sql as unknown as Sql));
  return {
    stored,
    redacted,
    /** Compares messages, and returns why they are not imported. */
    async compare(...messages: readonly LinkedMessage[]) {
      return (await receptions.compare(messages)).map(({ excluded }) => excluded);
    },
    groupsOf: async (...messages: readonly LinkedMessage[]) =>
      (await receptions.compare(messages)).map(({ groupId }) => groupId),
    /** Returns whose receptions were asked for since the last call. */
    takeAsked: () => asked.splice(0),
  };
}

function messageAt(timeMs: number, text: string, over: Partial<LinkedMessage> = {}): LinkedMessage {
  const members = { tail: "N1", label: "H1", blockId: "1", messageNumber: "M01A", text };
  const stationId = over.stationId ?? 1;
  const id = pastMessageId(timeMs, Buffer.from(`${stationId}|${text}`).toString("hex").padEnd(64, "0")); // prettier-ignore
  const links = { stationId, airframeId: "a1", exported: null };
  return { id, timeMs, members, ...links, ...over } as LinkedMessage;
}

/** Returns a message in the middle of the n-th slice. */
function inSlice(n: number, text: string): LinkedMessage {
  return messageAt(beganMs + (n + 0.5) * sliceMs, text);
}

/** Returns what is stored of a message. */
function known({ id, timeMs, stationId, members }: LinkedMessage): KnownReception {
  const timestamp = new Date(timeMs).toISOString();
  return {
    ...members,
    id: `stored-${id}`,
    groupId: `group-${id}`,
    timestamp,
    stationId,
  };
}

test("each station and airframe of a slice is asked for once in 30 seconds; then what was stored meanwhile is found", async () => {
  const at = startStore();
  expect(await at.compare(messageAt(beganMs, "ONE"))).toEqual([null]);
  expect(at.takeAsked()).toEqual([{ stationIds: [1], airframeIds: ["a1"] }]);
  expect(await at.compare(messageAt(beganMs, "ONE"))).toEqual(["duplicate"]);
  expect(at.takeAsked()).toEqual([]);
  const stored = messageAt(beganMs + 5_000, "TWO");
  at.stored.push(known(stored));
  vi.advanceTimersByTime(29_999);
  expect(await at.compare(messageAt(beganMs, "OTHER", { stationId: 2 }))).toEqual([null]);
  expect(at.takeAsked()).toEqual([{ stationIds: [2], airframeIds: [] }]);
  vi.advanceTimersByTime(1);
  expect(await at.compare(stored)).toEqual(["duplicate"]);
  expect(at.takeAsked()).toEqual([{ stationIds: [1], airframeIds: ["a1"] }]);
});

test("four slices are kept, and the one that was opened first makes room for a fifth", async () => {
  const at = startStore();
  await at.compare(...[0, 1, 2, 3].map((n) => inSlice(n, "ONE")));
  expect(at.takeAsked()).toHaveLength(4);
  await at.compare(...[0, 1, 2, 3].map((n) => inSlice(n, "TWO")));
  expect(at.takeAsked()).toEqual([]);
  await at.compare(inSlice(4, "ONE"));
  expect(at.takeAsked()).toHaveLength(1);
  await at.compare(...[1, 2, 3, 4].map((n) => inSlice(n, "THREE")));
  expect(at.takeAsked()).toEqual([]);
  await at.compare(inSlice(0, "THREE"));
  expect(at.takeAsked()).toHaveLength(1);
});

test("a slice in which messages of feeders may still arrive is not kept", async () => {
  const at = startStore();
  const message = messageAt(Date.now() - sliceMs, "ONE");
  expect(await at.compare(messageAt(message.timeMs, "TWO"))).toEqual([null]);
  at.stored.push(known(message));
  expect(await at.compare(message)).toEqual(["duplicate"]);
  expect(at.takeAsked()).toHaveLength(2);
});

test("a redaction counts at once, also in a slice that is kept", async () => {
  const at = startStore();
  const message = messageAt(beganMs, "ONE");
  expect(await at.compare(messageAt(beganMs, "TWO"))).toEqual([null]);
  at.redacted.push({ stationId: 1, messageId: message.id });
  expect(await at.compare(message)).toEqual(["redacted"]);
  expect(await at.compare(messageAt(beganMs, "ONE", { stationId: 2 }))).toEqual([null]);
});

test("a transmission is found across the bound of two slices that are kept", async () => {
  const at = startStore();
  const bound = beganMs + sliceMs;
  await at.compare(messageAt(bound, "TWO"));
  const first = messageAt(bound - 1_000, "ONE");
  const copy = messageAt(bound + 1_000, "ONE", { stationId: 2 });
  expect(await at.groupsOf(first)).toEqual([first.id]);
  expect(await at.groupsOf(copy)).toEqual([first.id]);
});
