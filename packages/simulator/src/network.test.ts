import { expect, test } from "vitest";
import { createNetwork } from "./network.ts";
import type { NetworkOptions } from "./network.ts";
import type { Reception } from "./reception.ts";
import { stationSetups } from "./station-setups.ts";

const defaults: NetworkOptions = {
  seed: 7,
  stations: 24,
  airframes: 150,
  junkShare: 0.02,
  startMs: Date.UTC(2026, 0, 1),
  ratePerSecond: 20,
};

const receptionCount = 12_000;
const story = play({}, receptionCount);

function play(options: Partial<NetworkOptions>, count: number): Reception[] {
  const network = createNetwork({ ...defaults, ...options });
  return Array.from({ length: count }, () => network.next());
}

test("the same seed gives the same bytes at the same times", () => {
  const again = play({}, 3_000);
  expect(again.map(({ atMs }) => atMs)).toEqual(story.slice(0, 3_000).map(({ atMs }) => atMs));
  expect(Buffer.concat(again.map(({ bytes }) => bytes))).toEqual(
    Buffer.concat(story.slice(0, 3_000).map(({ bytes }) => bytes)),
  );
});

test("another seed gives another story", () => {
  const other = play({ seed: 8 }, 200);
  const known = new Set(story.map(({ bytes }) => bytes.toString("latin1")));
  expect(other.filter(({ bytes }) => known.has(bytes.toString("latin1")))).toEqual([]);
});

test("receptions come in the order of their times, at the rate asked for", () => {
  const times = story.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(defaults.startMs);
  for (const ratePerSecond of [2, 500]) {
    const last = play({ ratePerSecond }, 8_000).at(-1);
    const seconds = ((last?.atMs ?? 0) - defaults.startMs) / 1_000;
    expect(8_000 / seconds / ratePerSecond).toBeGreaterThan(0.9);
    expect(8_000 / seconds / ratePerSecond).toBeLessThan(1.1);
  }
});

test("every kind has its share", () => {
  expect(share("message")).toBeGreaterThan(0.5);
  expect(share("not-a-message")).toBeGreaterThan(0.15);
  expect(share("duplicate")).toBeGreaterThan(0.005);
  expect(share("junk")).toBeGreaterThan(0.014);
  expect(share("junk")).toBeLessThan(0.026);
  expect(play({ junkShare: 0 }, 2_000).some(({ truth }) => truth.kind === "junk")).toBe(false);
});

test("24 stations have every set-up, send something, and are marked as simulated", () => {
  const { stations } = createNetwork(defaults);
  expect(new Set(stations.map(({ decoder, relay }) => `${decoder} ${relay}`))).toEqual(
    new Set(stationSetups.map(({ decoder, relay }) => `${decoder} ${relay}`)),
  );
  expect(new Set(stations.map(({ ident }) => ident)).size).toBe(stations.length);
  expect(stations.every(({ ident }) => /^SIM-[A-Z]{4}\d+-[A-Z0-9]+$/.test(ident))).toBe(true);
  expect(stations.some(({ anonymous }) => anonymous)).toBe(true);
  expect(new Set(story.map(({ station }) => station.number)).size).toBe(stations.length);
});

test("an ident is in everything that a station sends, unless it is anonymous", () => {
  for (const { station, bytes, truth } of story) {
    expect(truth.anonymous).toBe(station.anonymous);
    if (truth.kind === "junk") continue;
    expect(bytes.includes(station.ident)).toBe(!station.anonymous);
    if (truth.expected === null) continue;
    expect(truth.expected.stationIdent).toBe(station.anonymous ? null : station.ident);
  }
});

test("one transmission is received by several stations within 200 ms, at different levels", () => {
  const messages = story.filter(({ truth }) => truth.kind === "message");
  const groups = [...byTransmission(messages).values()].filter(
    (receptions) => new Set(receptions.map(({ station }) => station.number)).size > 1,
  );
  expect(groups.length).toBeGreaterThan(500);
  for (const receptions of groups) {
    const times = receptions.flatMap(({ truth }) => truth.expected?.receivedAtMs ?? []);
    // Some formats have whole seconds only.
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1_200);
    const atMs = receptions.map((reception) => reception.atMs);
    expect(Math.max(...atMs) - Math.min(...atMs)).toBeLessThan(200);
  }
  const levels = groups[0]?.map(({ truth }) => truth.expected?.level);
  expect(new Set(levels).size).toBe(levels?.length);
});

test("a retransmission repeats the content 4 s to some minutes later", () => {
  const groups = byTransmission(story);
  let compared = 0;
  for (const receptions of groups.values()) {
    for (const { station, truth } of receptions) {
      const first = groups
        .get(truth.retransmissionOf ?? -1)
        ?.find((reception) => reception.station === station && reception.truth.kind === "message");
      if (truth.expected === null || truth.kind !== "message") continue;
      if (first === undefined || first.truth.expected === null) continue;
      const { expected } = first.truth;
      expect(truth.expected.receivedAtMs - expected.receivedAtMs).toBeGreaterThan(2_900);
      expect(truth.expected.receivedAtMs - expected.receivedAtMs).toBeLessThan(130_000);
      for (const name of ["tail", "label", "blockId", "messageNumber", "ack"] as const) {
        expect(truth.expected[name]).toBe(expected[name]);
      }
      expect((expected.text ?? "").endsWith(truth.expected.text ?? "")).toBe(true);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(50);
});

test("decoders that join fragments print the whole text with the last block", () => {
  const numbers = new Map<string, string[]>();
  for (const { station, truth } of story) {
    if (station.decoder !== "dumpvdl2" || truth.kind !== "message") continue;
    const { messageNumber, tail, text } = truth.expected ?? {};
    if (messageNumber === null || messageNumber === undefined || truth.retransmissionOf !== null)
      continue;
    const key = `${station.ident} ${tail} ${messageNumber.slice(0, 3)}`;
    numbers.set(key, [...(numbers.get(key) ?? []), text ?? ""]);
  }
  const joined = [...numbers.values()].filter(isJoined);
  expect(joined.length).toBeGreaterThan(10);
});

test("a neighbouring channel's copy is weaker, within half a millisecond, and a duplicate", () => {
  let copies = 0;
  for (const receptions of byTransmission(story).values()) {
    for (const { station, truth } of receptions) {
      if (truth.kind !== "duplicate" || station.band !== "acars") continue;
      if (station.relay === "airframes-client") continue;
      const first = receptions.find(
        (other) => other.station === station && other.truth.kind === "message",
      )?.truth.expected;
      if (first === undefined || first === null || truth.expected === null) continue;
      expect(truth.expected.frequency).not.toBe(first.frequency);
      expect(Math.abs(truth.expected.receivedAtMs - first.receivedAtMs)).toBeLessThanOrEqual(0.5);
      expect(truth.expected.level ?? -Infinity).toBeLessThan((first.level ?? 0) - 15);
      copies += 1;
    }
  }
  expect(copies).toBeGreaterThan(20);
});

test("junk is one line and no JSON", () => {
  const junk = story.filter(({ truth }) => truth.kind === "junk");
  for (const { bytes } of junk) {
    const text = bytes.toString("latin1");
    expect(text.trimEnd()).not.toContain("\n");
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  }
});

test("20,000 receptions are recorded in a fraction of the time they take on air", () => {
  const network = createNetwork(defaults);
  const began = process.cpuUsage();
  const recorded = Array.from({ length: 20_000 }, () => network.next().bytes);
  expect(recorded).toHaveLength(20_000);
  // Time of the processor, because tests run beside each other.
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

test("impossible options are refused by name", () => {
  expect(() => createNetwork({ ...defaults, stations: 0 })).toThrow("stations");
  expect(() => createNetwork({ ...defaults, junkShare: 0.6 })).toThrow("junkShare");
  expect(() => createNetwork({ ...defaults, ratePerSecond: 0 })).toThrow("ratePerSecond");
  expect(() => createNetwork({ ...defaults, airframes: Number.NaN })).toThrow("airframes");
});

function share(kind: string): number {
  return story.filter(({ truth }) => truth.kind === kind).length / receptionCount;
}

function byTransmission(receptions: readonly Reception[]): Map<number, Reception[]> {
  const groups = new Map<number, Reception[]>();
  for (const reception of receptions) {
    const { transmissionId } = reception.truth;
    if (transmissionId === null) continue;
    groups.set(transmissionId, [...(groups.get(transmissionId) ?? []), reception]);
  }
  return groups;
}

/** The last text begins with the first fragment's. */
function isJoined(texts: readonly string[]): boolean {
  const [first = "", ...rest] = texts;
  const last = rest.at(-1);
  return first.length > 100 && last !== undefined && last.length > 206 && last.startsWith(first);
}
