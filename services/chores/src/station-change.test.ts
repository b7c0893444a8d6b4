import type { StationActivityRow } from "@jetwire/db";
import { expect, test } from "vitest";
import { stationChange } from "./station-change.ts";

const minute = 60_000;
const nowMs = Date.UTC(2026, 10, 21, 12);
const rules = { silentMsMin: 15 * minute, silentMsMax: 24 * 60 * minute, steadyMs: 10 * minute };
const ago = (minutes: number) => new Date(nowMs - minutes * minute).toISOString();

function station(over: Partial<StationActivityRow>): StationActivityRow {
  return {
    stationId: 1,
    ident: "AB-1",
    accountId: "a",
    lastHeardAt: ago(1),
    online: true,
    since: null,
    backSince: null,
    expected: 0,
    ...over,
  };
}

test.each<[string, Partial<StationActivityRow>, ReturnType<typeof stationChange>]>([
  ["a busy one silent for 20 minutes", { lastHeardAt: ago(20), expected: 40 }, "offline"],
  ["a busy one silent for 10 minutes", { lastHeardAt: ago(10), expected: 40 }, null],
  ["one that is always silent at this hour", { lastHeardAt: ago(300), expected: 2 }, null],
  ["any that is silent for a day", { lastHeardAt: ago(1_440), expected: 0 }, "offline"],
  [
    "one that came back just now, silent again",
    { since: ago(5), lastHeardAt: ago(20), expected: 40 },
    null,
  ],
  [
    "an offline one that sends nothing",
    { online: false, since: ago(60), lastHeardAt: ago(80) },
    null,
  ],
  [
    "an offline one that sends its first message",
    { online: false, since: ago(60), lastHeardAt: ago(1) },
    "back",
  ],
  [
    "one that has been back for a while",
    { online: false, since: ago(60), backSince: ago(11), lastHeardAt: ago(1) },
    "online",
  ],
  [
    "one that hasn't been back for long",
    { online: false, since: ago(60), backSince: ago(9), lastHeardAt: ago(1) },
    null,
  ],
  [
    "one that was back and is silent again",
    { online: false, since: ago(60), backSince: ago(30), lastHeardAt: ago(16), expected: 25 },
    "silent-again",
  ],
])("%s", (_, over, change) => {
  expect(stationChange(station(over), nowMs, rules)).toBe(change);
});
