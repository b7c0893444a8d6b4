import { afterEach, beforeEach, expect, test } from "vitest";
import type { HfdlObservation } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

let server: TestRedis;
beforeEach(async () => {
  server = await openTestRedis();
});
afterEach(() => server[Symbol.asyncDispose]());

const t0 = 1_767_225_600_000;
const minutes = 60_000;
const hours = 60 * minutes;

/** An observation of the number 7 of the ground station 4, some time after the first. */
function seen(
  kind: HfdlObservation["kind"],
  afterMs: number,
  over: Partial<HfdlObservation> = {},
): HfdlObservation {
  const names = { icao: "", flight: "", tail: "" };
  return { kind, timeMs: t0 + afterMs, channel: "4/11387", aircraftId: 7, ...names, ...over };
}

function confirm(afterMs: number, icao: string, over: Partial<HfdlObservation> = {}) {
  return seen("confirm", afterMs, { icao, ...over });
}

function ask(afterMs: number, over: Partial<HfdlObservation> = {}) {
  return seen("ask", afterMs, over);
}

function observe(...observations: HfdlObservation[]) {
  return server.hfdlIds.observe(observations, t0);
}

test("an aircraft has the number that the confirm of its logon gave it", async () => {
  expect(await observe(ask(0), confirm(1_000, "ABCDE1"), ask(2_000))).toEqual([null, "ABCDE1"]);
  // Another replica asks in its own round trip.
  expect(await observe(ask(3_000))).toEqual(["ABCDE1"]);
});

test.each<[string, Partial<HfdlObservation>]>([
  ["number", { aircraftId: 8 }],
  ["frequency", { channel: "4/8912" }],
  ["ground station", { channel: "1/11387" }],
])("another %s is not the aircraft's", async (_, over) => {
  expect(await observe(confirm(0, "ABCDE1"), ask(1, over))).toEqual([null]);
});

test.each<[string, HfdlObservation]>([
  ["is logged off on the channel", seen("end", minutes, { icao: "ABCDE1", aircraftId: 0 })],
  ["logs on elsewhere", seen("request", minutes, { icao: "ABCDE1", channel: "1/6559" })],
  ["gets another number", confirm(minutes, "ABCDE1", { aircraftId: 9 })],
])("an aircraft loses its number when it %s", async (_, end) => {
  expect(await observe(confirm(0, "ABCDE1"), end, ask(2 * minutes))).toEqual([null]);
});

test("a logoff on another channel, or of another aircraft, changes nothing", async () => {
  const others = [
    seen("end", 1, { icao: "ABCDE1", channel: "4/8912" }),
    seen("end", 2, { icao: "ABCDE2" }),
    seen("request", 3, { icao: "ABCDE2" }),
  ];
  expect(await observe(confirm(0, "ABCDE1"), ...others, ask(10))).toEqual(["ABCDE1"]);
});

test("a number that is given to another aircraft is that aircraft's", async () => {
  const given = [confirm(0, "ABCDE1"), confirm(90 * minutes, "ABCDE2")];
  expect(await observe(...given, ask(91 * minutes))).toEqual(["ABCDE2"]);
  // What the first one does then does not take the number from the second.
  const later = [seen("request", 92 * minutes, { icao: "ABCDE1" }), ask(93 * minutes)];
  expect(await observe(...later)).toEqual(["ABCDE2"]);
});

test("a number without a name is used for an hour", async () => {
  const asks = [ask(-1), ask(59 * minutes), ask(61 * minutes)];
  expect(await observe(confirm(0, "ABCDE1"), ...asks)).toEqual([null, "ABCDE1", null]);
});

test.each([
  ["flight", { flight: "ZZZ819" }, { flight: "ZZZ820" }],
  ["tail", { tail: "XX-ABC" }, { tail: "XX-ABD", flight: "ZZZ819" }],
])("with the %s that the aircraft had, it is used for four hours", async (_, same, other) => {
  await observe(confirm(0, "ABCDE1"));
  expect(await observe(ask(minutes, same))).toEqual(["ABCDE1"]);
  expect(await observe(ask(3 * hours, same), ask(3 * hours))).toEqual(["ABCDE1", null]);
  expect(await observe(ask(4 * hours + 1, same))).toEqual([null]);
  expect(await observe(ask(3 * hours, other))).toEqual([null]);
});

test("a message with another tail ends the number, because a logon was missed", async () => {
  await observe(confirm(0, "ABCDE1"), ask(1, { tail: "XX-ABC" }));
  expect(await observe(ask(2, { tail: "XX-XYZ" }), ask(3), ask(4, { tail: "XX-ABC" }))).toEqual([
    null,
    null,
    null,
  ]);
});

test("a tail that is known with another address contradicts the number", async () => {
  await server.redis.hset(server.keys.link.airframesByTail, "XX-ABC", "some-id|ABCDE2");
  await observe(confirm(0, "ABCDE1"));
  expect(await observe(ask(1, { tail: "XX-ABC" }), ask(2))).toEqual([null, null]);
});

test("an address that a decoder gives to the number ends a different one", async () => {
  await observe(confirm(0, "ABCDE1"), seen("given", 1, { icao: "ABCDE2", flight: "ZZZ1" }));
  expect(await observe(ask(2), ask(3, { flight: "ZZZ1" }))).toEqual([null, null]);
});

test("an address that a decoder gives lasts only with its flight or tail", async () => {
  await observe(seen("given", 0, { icao: "ABCDE1", flight: "ZZZ819" }));
  expect(await observe(ask(minutes), ask(minutes, { flight: "ZZZ819" }))).toEqual([null, "ABCDE1"]);
});

test("what is older than what is known changes nothing: stations deliver late", async () => {
  await observe(confirm(hours, "ABCDE1"));
  await observe(
    confirm(0, "ABCDE2"),
    seen("request", 0, { icao: "ABCDE1" }),
    seen("end", 0, { icao: "ABCDE1" }),
    seen("given", 0, { icao: "ABCDE2" }),
  );
  expect(await observe(ask(hours + 1))).toEqual(["ABCDE1"]);
});

test("taking note of the same again changes nothing", async () => {
  const batch = [confirm(0, "ABCDE1"), ask(1, { flight: "ZZZ819" })];
  await observe(...batch);
  await observe(...batch);
  expect(await observe(ask(2 * hours, { flight: "ZZZ819" }))).toEqual(["ABCDE1"]);
});

test("forged logons fill no more than the limit, and everything expires", async () => {
  const forged = Array.from({ length: 600 }, (_, n) =>
    confirm(n, (0xa00000 + n).toString(16).toUpperCase(), { channel: `4/${2_000 + n}` }),
  );
  await server.hfdlIds.observe(forged, t0, { fieldsMax: 100 });
  const names = await server.redis.keys(`${server.keys.link.hfdlIdsPrefix}*`);
  expect(names).toHaveLength(1);
  expect(await server.redis.hlen(names[0] ?? "")).toBe(100);
  expect(await server.redis.ttl(names[0] ?? "")).toBeGreaterThan(4 * 3_600);
});

test("a number given before the turn of a period is known after it", async () => {
  await server.hfdlIds.observe([confirm(0, "ABCDE1")], t0);
  expect(await server.hfdlIds.observe([ask(minutes)], t0 + 4 * hours)).toEqual(["ABCDE1"]);
  // Releasing it there is final.
  const ended = [seen("end", 2 * minutes, { icao: "ABCDE1" }), ask(3 * minutes)];
  expect(await server.hfdlIds.observe(ended, t0 + 4 * hours)).toEqual([null]);
});
