import { type Ack, rateLimitExceeded } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSubscriptions, type Subscriptions, type Topic } from "./subscriptions.ts";

const sniff: Topic = { kind: "sniff" };
let sent: string[];
/** What the server answers; null for nothing. */
let answer: Parameters<Ack>[0] | null;
let stalls: string[];
let subscriptions: Subscriptions;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  stalls = [];
  answer = { ok: true };
  subscriptions = createSubscriptions({
    confirmMs: 5_000,
    stalled: (event) => stalls.push(event),
    send(event, args, ack) {
      sent.push([event, ...args.map((arg) => JSON.stringify(arg))].join(" "));
      if (answer) ack(answer);
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function monitor(stationId: number): Topic {
  return { kind: "monitor", stationId };
}

test("what is wanted before the connection is asked for with it, and again with the next", () => {
  subscriptions.want(sniff);
  subscriptions.want(monitor(7));
  expect(sent).toEqual([]);
  subscriptions.connected();
  subscriptions.disconnected();
  subscriptions.unwant(monitor(7));
  subscriptions.connected();
  expect(sent).toEqual(["messages:sniff", "station:monitor:start 7", "messages:sniff"]);
});

test("nothing is asked for twice, and nothing ended that never began", () => {
  subscriptions.connected();
  subscriptions.want(monitor(7));
  subscriptions.want(monitor(7));
  subscriptions.unwant(monitor(8));
  subscriptions.unwant(monitor(7));
  subscriptions.unwant(monitor(7));
  expect(sent).toEqual(["station:monitor:start 7", "station:monitor:stop 7"]);
});

test("options are asked for anew, and the one before has no say any more", async () => {
  subscriptions.connected();
  const first = subscriptions.want({ kind: "sniff", options: { filter: { tail: "N1" } } });
  answer = { ok: true, filter: { tail: "N2" } };
  const second = subscriptions.want({ kind: "sniff", options: { filter: { tail: "N2" } } });
  first.stop();
  expect(sent).toEqual([
    'messages:sniff {"filter":{"tail":"N1"}}',
    'messages:sniff {"filter":{"tail":"N2"}}',
  ]);
  expect(await second.started).toEqual({ filter: { tail: "N2" } });
  second.stop();
  expect(sent.at(-1)).toBe("messages:sniff:stop");
});

test("one after the other, each once the one before is confirmed, be it by its event", () => {
  answer = null;
  subscriptions.connected();
  for (const topic of [sniff, monitor(1), monitor(2)]) subscriptions.want(topic);
  expect(sent).toEqual(["messages:sniff"]);
  subscriptions.started(monitor(1));
  expect(sent).toHaveLength(1);
  subscriptions.started(sniff);
  subscriptions.started(monitor(1));
  expect(sent).toEqual(["messages:sniff", "station:monitor:start 1", "station:monitor:start 2"]);
  vi.advanceTimersByTime(4_999);
  expect(stalls).toEqual([]);
});

test("what isn't confirmed in time means that the connection has stalled", () => {
  answer = null;
  subscriptions.connected();
  subscriptions.want(monitor(1));
  vi.advanceTimersByTime(5_000);
  expect(stalls).toEqual(["station:monitor:start"]);
});

test("what the rate limit refused is asked for again until it stands, one at a time", () => {
  subscriptions.connected();
  answer = { ok: false, message: rateLimitExceeded };
  for (const id of [1, 2, 3]) subscriptions.want(monitor(id));
  subscriptions.unwant(monitor(2));
  vi.advanceTimersByTime(15_000);
  expect(sent).toEqual(["station:monitor:start 1", "station:monitor:start 1"]);
  answer = { ok: true };
  vi.advanceTimersByTime(60_000);
  expect(sent.slice(2)).toEqual(["station:monitor:start 1", "station:monitor:start 3"]);
});

test("another refusal is final, and told", async () => {
  subscriptions.connected();
  answer = { ok: false, message: "Station not found" };
  const { started } = subscriptions.want(monitor(1));
  vi.advanceTimersByTime(60_000);
  await expect(started).rejects.toMatchObject({ reason: "refused", message: "Station not found" });
  subscriptions.connected();
  expect(sent).toHaveLength(1);
});

test("nobody waits for what can't come any more", async () => {
  const { started } = subscriptions.want(sniff);
  subscriptions.ended("closed");
  await expect(started).rejects.toMatchObject({ reason: "ended", message: "closed" });
});
