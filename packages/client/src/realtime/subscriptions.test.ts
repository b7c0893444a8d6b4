import { type Ack, rateLimitExceeded } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConnectionLoss } from "./socket-connection.ts";
import { createSubscriptions, type Subscriptions, type Topic } from "./subscriptions.ts";

const sniff: Topic = { kind: "sniff" };
let sent: string[];
/** The server's answer; null for none. */
let answer: Parameters<Ack>[0] | null;
let stalls: string[];
let subscriptions: Subscriptions;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  stalls = [];
  answer = { ok: true };
  const connection = {
    drop: ({ reason }: ConnectionLoss) => void stalls.push(reason),
    send(event: string, args: readonly unknown[], ack?: Ack) {
      sent.push([event, ...args.map((arg) => JSON.stringify(arg))].join(" "));
      if (answer) ack?.(answer);
    },
  };
  subscriptions = createSubscriptions(connection, 5_000);
});
afterEach(() => {
  vi.useRealTimers();
});

function monitor(stationId: number): Topic {
  return { kind: "monitor", stationId };
}

test("subscriptions are requested on connecting, and again on the next connection", () => {
  subscriptions.subscribe(sniff);
  subscriptions.subscribe(monitor(7));
  expect(sent).toEqual([]);
  subscriptions.connected();
  subscriptions.disconnected();
  subscriptions.unsubscribe(monitor(7));
  subscriptions.connected();
  expect(sent).toEqual(["messages:sniff", "station:monitor:start 7", "messages:sniff"]);
});

test("nothing is requested twice, and nothing is stopped that never started", () => {
  subscriptions.connected();
  subscriptions.subscribe(monitor(7));
  subscriptions.subscribe(monitor(7));
  subscriptions.unsubscribe(monitor(8));
  subscriptions.unsubscribe(monitor(7));
  subscriptions.unsubscribe(monitor(7));
  expect(sent).toEqual(["station:monitor:start 7", "station:monitor:stop 7"]);
});

test("other options replace the subscription before", async () => {
  subscriptions.connected();
  const first = subscriptions.subscribe({ kind: "sniff", options: { filter: { tail: "N1" } } });
  answer = { ok: true, filter: { tail: "N2" } };
  const second = subscriptions.subscribe({ kind: "sniff", options: { filter: { tail: "N2" } } });
  first.stop();
  expect(sent).toEqual([
    'messages:sniff {"filter":{"tail":"N1"}}',
    'messages:sniff {"filter":{"tail":"N2"}}',
  ]);
  expect(await second.started).toEqual({ filter: { tail: "N2" } });
  second.stop();
  expect(sent.at(-1)).toBe("messages:sniff:stop");
});

test("requests are sent one after the other, each once the one before is confirmed by answer or event", () => {
  answer = null;
  subscriptions.connected();
  for (const topic of [sniff, monitor(1), monitor(2)]) subscriptions.subscribe(topic);
  expect(sent).toEqual(["messages:sniff"]);
  subscriptions.started(monitor(1));
  expect(sent).toHaveLength(1);
  subscriptions.started(sniff);
  subscriptions.started(monitor(1));
  expect(sent).toEqual(["messages:sniff", "station:monitor:start 1", "station:monitor:start 2"]);
  vi.advanceTimersByTime(4_999);
  expect(stalls).toEqual([]);
});

test("a confirmation that does not arrive in time means that the connection has stalled", () => {
  answer = null;
  subscriptions.connected();
  subscriptions.subscribe(monitor(1));
  vi.advanceTimersByTime(5_000);
  expect(stalls).toEqual(["station:monitor:start: no answer within 5000 ms"]);
});

test("a request that the rate limit refused is repeated until it is confirmed", () => {
  subscriptions.connected();
  answer = { ok: false, message: rateLimitExceeded };
  for (const id of [1, 2, 3]) subscriptions.subscribe(monitor(id));
  subscriptions.unsubscribe(monitor(2));
  vi.advanceTimersByTime(15_000);
  expect(sent).toEqual(["station:monitor:start 1", "station:monitor:start 1"]);
  answer = { ok: true };
  vi.advanceTimersByTime(60_000);
  expect(sent.slice(2)).toEqual(["station:monitor:start 1", "station:monitor:start 3"]);
});

test("any other refusal is final and rejects", async () => {
  subscriptions.connected();
  answer = { ok: false, message: "Station not found" };
  const { started } = subscriptions.subscribe(monitor(1));
  vi.advanceTimersByTime(60_000);
  await expect(started).rejects.toMatchObject({ reason: "refused", message: "Station not found" });
  subscriptions.connected();
  expect(sent).toHaveLength(1);
});

test("pending subscriptions reject when the connection ends", async () => {
  const { started } = subscriptions.subscribe(sniff);
  subscriptions.ended("closed");
  await expect(started).rejects.toMatchObject({ reason: "ended", message: "closed" });
});
