import type { MessageFilter } from "@jetwire/db";
import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import { type Cursors, pageSpans } from "./page-spans.ts";
import type { StoredRange } from "./stored-range.ts";

const hourMs = 3_600_000;
const nowMs = 1_800_000_000_000;
const days = 24;

type Filter = Omit<MessageFilter, "viewer">;

function ago(hours: number): string {
  return messageIdFloor(nowMs - hours * hourMs);
}

function hoursAgo(id: string | null | undefined): number | null {
  return id == null ? null : (nowMs - messageIdTimeMs(id)) / hourMs;
}

/** Each piece's since, until and beyond in hours ago, null where it is open or ends there. */
function piecesOf(filter: Filter, cursors: Cursors, range: Partial<StoredRange> = {}) {
  const viewer = { accountId: null, hiddenStationIds: [] };
  const stored = { stableUntilMs: nowMs, fromMs: 0, ...range };
  return pageSpans({ ...filter, viewer }, cursors, stored, nowMs).map(
    ({ sinceId, untilId, beyond }) => [hoursAgo(sinceId), hoursAgo(untilId), hoursAgo(beyond)],
  );
}

const nearThenAll = [
  [30 * days, null, 30 * days],
  [null, 30 * days, null],
];
const aWeek = [
  [6, null, 6],
  [days, 6, days],
  [3 * days, days, 3 * days],
  [7 * days, 3 * days, 7 * days],
];

describe("downwards", () => {
  test.each<[string, Filter]>([
    ["everything", {}],
    ["a station", { stationIds: [1] }],
    ["labels", { label: ["H1"] }],
    ["a flight's text", { flightKeys: ["UA42"], text: "fuel" }],
    ["an airframe's text", { airframeIds: ["1"], text: "fuel" }],
    ["an airline", { airlines: ["SAS", "SK"] }],
    ["applications", { applications: ["cpdlc"] }],
    ["a transmission", { groupId: ago(9), stationIds: [1], label: ["H1"] }],
    ["a tail's labels but some", { tail: "N101AB", excludeLabel: ["SQ"] }],
  ])("%s: a month, then all", (_, filter) => {
    expect(piecesOf(filter, {})).toEqual(nearThenAll);
  });

  test.each<[string, Filter]>([
    ["a text", { text: "fuel" }],
    ["all but some labels", { excludeLabel: ["SQ"] }],
    ["a source type", { sourceType: ["acars"] }],
    ["a direction", { linkDirection: "uplink" }],
    ["a part of the world", { bbox: [0, 0, 1, 1] }],
    ["with a position", { hasPosition: true }],
    ["without one", { hasPosition: false }],
    ["few errors", { errorMax: 0 }],
    ["first receptions", { isFirst: true }],
    ["words", { q: "fuel" }],
    ["a type", { aircraftType: "B738" }],
    ["an airport", { airports: ["ESSA"] }],
    ["a frequency", { frequency: "131.55" }],
    ["decoded content", { isDecoded: true }],
    ["on the ground", { onGround: true }],
    ["proven messages", { authenticated: true }],
    ["an airline's labels", { airlines: ["SAS"], label: ["H1"] }],
    ["a station's labels", { stationIds: [1], label: ["H1"] }],
  ])("%s: a search in growing spans, up to a week", (_, filter) => {
    expect(piecesOf(filter, {})).toEqual(aWeek);
  });

  test("a search back to a given time goes all the way", () => {
    const sinceId = ago(20 * days);
    expect(piecesOf({ text: "fuel", sinceId }, {})).toEqual([
      ...aWeek,
      [20 * days, 7 * days, null],
    ]);
    expect(piecesOf({ text: "fuel", sinceId: ago(10) }, {})).toEqual([
      [6, null, 6],
      [10, 6, null],
    ]);
  });

  test("no span extends beyond the other cursor or the retention start", () => {
    const between = { before: ago(1), after: ago(6) };
    expect(piecesOf({ text: "fuel" }, between)).toEqual([[null, null, null]]);
    const kept = { fromMs: nowMs - 20 * hourMs };
    expect(piecesOf({}, {}, kept)).toEqual([[null, null, null]]);
    expect(piecesOf({ text: "fuel" }, {}, kept)).toEqual([
      [6, null, 6],
      [null, 6, null],
    ]);
  });

  test("spans are counted from the cursor, from until, and from now", () => {
    const [fromCursor] = piecesOf({ text: "fuel" }, { before: ago(100) });
    expect(fromCursor).toEqual([106, null, 106]);
    const [fromEnd] = piecesOf({ text: "fuel", untilId: ago(100) }, {});
    expect(fromEnd).toEqual([106, 100, 106]);
    const [fromNow] = piecesOf({ text: "fuel", untilId: ago(-500) }, {});
    expect(fromNow).toEqual([6, -500, 6]);
  });
});

describe("upwards", () => {
  test("a month, then up to the stable horizon", () => {
    const times = { stableUntilMs: nowMs - hourMs };
    expect(piecesOf({}, { after: ago(40 * days) }, times)).toEqual([
      [null, 10 * days, 10 * days],
      [10 * days, 1, null],
    ]);
    expect(piecesOf({}, { after: ago(2) }, times)).toEqual([[null, 1, null]]);
  });

  test("a search goes a week further, or to the given end", () => {
    const after = ago(10 * days);
    const aWeekOn = [
      [null, 9.75 * days, 9.75 * days],
      [9.75 * days, 9 * days, 9 * days],
      [9 * days, 7 * days, 7 * days],
      [7 * days, 3 * days, 3 * days],
    ];
    expect(piecesOf({ text: "fuel" }, { after })).toEqual(aWeekOn);
    expect(piecesOf({ text: "fuel", untilId: ago(1) }, { after })).toEqual([
      ...aWeekOn,
      [3 * days, 1, null],
    ]);
  });

  test("the first span begins at the retention start, or at since", () => {
    const kept = { fromMs: nowMs - 40 * hourMs };
    expect(piecesOf({ text: "fuel" }, { after: ago(500) }, kept)[0]).toEqual([null, 34, 34]);
    const sinceId = ago(50);
    expect(piecesOf({ text: "fuel", sinceId }, { after: ago(500) })[0]).toEqual([50, 44, 44]);
  });
});
