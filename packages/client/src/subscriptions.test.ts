import { type Ack, rateLimitExceeded } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

let sent: string[];
let answer: Parameters<Ack>[0];
let subscriptions: Subscriptions;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answer = { ok: true };
  subscriptions = createSubscriptions((event, args, ack) => {
    sent.push([event, ...args].join(" "));
    ack(answer);
  }, 1_000);
});
afterEach(() => {
  vi.useRealTimers();
});

test("what is wanted before the connection is asked for with it, and again with the next", () => {
  subscriptions.want("sniff");
  subscriptions.want("monitor", 7);
  expect(sent).toEqual([]);
  subscriptions.connected();
  subscriptions.disconnected();
  subscriptions.unwant("monitor", 7);
  subscriptions.connected();
  expect(sent).toEqual(["messages:sniff", "station:monitor:start 7", "messages:sniff"]);
});

test("nothing is asked for twice, and nothing ended that never began", () => {
  subscriptions.connected();
  subscriptions.want("monitor", 7);
  subscriptions.want("monitor", 7);
  subscriptions.unwant("monitor", 8);
  subscriptions.unwant("monitor", 7);
  subscriptions.unwant("monitor", 7);
  expect(sent).toEqual(["station:monitor:start 7", "station:monitor:stop 7"]);
});

test("what the rate limit refused is asked for again until it stands", () => {
  subscriptions.connected();
  answer = { ok: false, message: rateLimitExceeded };
  subscriptions.want("monitor", 1);
  subscriptions.want("monitor", 2);
  subscriptions.unwant("monitor", 2);
  vi.advanceTimersByTime(1_000);
  answer = { ok: true };
  vi.advanceTimersByTime(10_000);
  expect(sent.filter((text) => text === "station:monitor:start 1")).toHaveLength(3);
  expect(sent.filter((text) => text === "station:monitor:start 2")).toHaveLength(1);
});

test("another refusal is final", () => {
  subscriptions.connected();
  answer = { ok: false, message: "Station not found" };
  subscriptions.want("monitor", 1);
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});
