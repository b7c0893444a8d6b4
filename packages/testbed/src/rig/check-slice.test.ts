import { messageIdFloor } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { checkSlice, type SliceEvidence } from "./check-slice.ts";

const startMs = Date.UTC(2026, 0, 1);
const idAt = (seconds: number) => messageIdFloor(startMs + seconds * 1_000);
const span = (from: number, to: number) => ({
  fromMs: startMs + from * 1_000,
  toMs: startMs + to * 1_000,
});
const lineAt = (text: string, seconds: number) => {
  return { text, sentMs: startMs + seconds * 1_000, repeated: false };
};
const acknowledged = (text: string, repeated = false) => ({ text, sentMs: null, repeated });

const quiet = {
  liveRepeats: [],
  disorders: [],
  gapTimes: [],
  connects: 1,
};
const clean: SliceEvidence = {
  feeders: [
    { name: "http", lines: [acknowledged("a")], losses: [] },
    { name: "udp", lines: [lineAt("b", 20)], losses: [] },
  ],
  stored: [
    { id: idAt(10), text: "a", account: "alice" },
    { id: idAt(20), text: "b", account: "bob" },
  ],
  clients: [
    { ...quiet, name: "feed", account: "alice", isComplete: true, ids: new Set([idAt(10)]) },
    { ...quiet, name: "firehose", account: null, isComplete: false, ids: new Set([idAt(20)]) },
  ],
  followers: [{ name: "list", ids: [idAt(10), idAt(20)], failures: 0 }],
  lateStores: [],
  emptied: [],
  newEpochs: [],
};

function violationsOf(evidence: Partial<SliceEvidence>) {
  const { violations } = checkSlice({ ...clean, ...evidence });
  return Object.fromEntries(Object.entries(violations).filter(([, count]) => count > 0));
}
const [feed, firehose] = clean.clients as [
  SliceEvidence["clients"][number],
  SliceEvidence["clients"][number],
];
const follower = (...ids: readonly string[]) => ({
  followers: [{ name: "list", ids, failures: 0 }],
});
const withFeed = (over: Partial<typeof feed>) => ({ clients: [{ ...feed, ...over }, firehose] });

test("violates nothing if everything offered is stored and received", () => {
  expect(violationsOf({})).toEqual({});
});

test("finds an acknowledged message that is not stored, and a sent one outside of losses", () => {
  const lines = [acknowledged("a"), acknowledged("c")];
  const other = { name: "udp", lines: [lineAt("b", 20), lineAt("d", 40)], losses: [] };
  const feeders = [{ name: "http", lines, losses: [] }, other];
  expect(violationsOf({ feeders })).toEqual({ unaccounted: 2 });
  const losses = [{ ...span(39, 41), reason: "ingest down" }];
  expect(violationsOf({ feeders: [feeders[0] as typeof other, { ...other, losses }] })).toEqual({
    unaccounted: 1,
  });
});

test("finds rows that are stored twice, unless the feeder repeated them, and rows that nobody offered", () => {
  const stored = [...clean.stored, { id: idAt(21), text: "b", account: "bob" }];
  const followers = [{ name: "list", ids: stored.map(({ id }) => id), failures: 0 }];
  expect(violationsOf({ stored, followers })).toEqual({ "stored twice": 1 });
  const feeders = [
    clean.feeders[0] as SliceEvidence["feeders"][number],
    { name: "udp", lines: [acknowledged("b", true)], losses: [] },
  ];
  expect(violationsOf({ stored, followers, feeders })).toEqual({});
  expect(violationsOf({ feeders: feeders.slice(0, 1) })).toEqual({ "never offered": 1 });
});

test("finds a message that a feed lacks, unless a gap was reported after it", () => {
  const none = { ids: new Set<string>() };
  expect(violationsOf(withFeed(none))).toEqual({ "feed missing": 1 });
  expect(violationsOf(withFeed({ ...none, gapTimes: [startMs] }))).toEqual({ "feed missing": 1 });
  expect(violationsOf(withFeed({ ...none, gapTimes: [startMs + 60_000] }))).toEqual({});
});

test("finds messages that are foreign, repeated, or out of order", () => {
  const foreign = { ids: new Set([idAt(10), idAt(20)]) };
  expect(violationsOf(withFeed(foreign))).toEqual({ foreign: 1 });
  const liveRepeats = [{ id: idAt(10), atMs: startMs + 11_000 }];
  expect(violationsOf(withFeed({ liveRepeats }))).toEqual({ repeated: 1 });
  expect(violationsOf({ ...withFeed({ liveRepeats }), newEpochs: [span(5, 15)] })).toEqual({});
  const disorders = [{ id: idAt(10), younger: idAt(12), atMs: startMs + 13_000 }];
  expect(violationsOf(withFeed({ disorders }))).toEqual({ "out of order": 1 });
  expect(violationsOf({ ...withFeed({ disorders }), emptied: [span(5, 15)] })).toEqual({});
});

test("finds holes, repeats and disorder of followers, and allows holes that the interface announces", () => {
  expect(violationsOf(follower(idAt(20)))).toEqual({ holes: 1 });
  expect(violationsOf({ ...follower(idAt(20)), lateStores: [span(14, 16)] })).toEqual({});
  expect(violationsOf(follower(idAt(20), idAt(10)))).toEqual({ "follower out of order": 1 });
  expect(violationsOf(follower(idAt(10), idAt(20), idAt(20)))).toEqual({ "follower repeated": 1 });
});
