import { messageIdFloor } from "@jetwire/protocol/plain";
import { expect, test } from "vitest";
import { searchOfMissed, withGap } from "./missed-time.ts";

const nowMs = Date.UTC(2026, 10, 22, 13, 4, 2);
const fromMs = Date.UTC(2026, 10, 22, 12, 58, 10);

test("a gap lasts from the last message before it until now", () => {
  const gap = { after: messageIdFloor(fromMs), oldest: null };
  expect(withGap(null, gap, nowMs)).toEqual({ fromMs, untilMs: nowMs });
});

test("a second gap joins the first one", () => {
  const later = { after: messageIdFloor(nowMs - 10_000), oldest: null };
  expect(withGap({ fromMs, untilMs: nowMs - 60_000 }, later, nowMs)).toEqual({
    fromMs,
    untilMs: nowMs,
  });
});

test("a gap whose begin is unknown is searched for an hour back", () => {
  expect(withGap(null, { after: null, oldest: null }, nowMs).fromMs).toBe(nowMs - 3_600_000);
});

test("Search shows what is missing of the user's stations", () => {
  expect(searchOfMissed({ fromMs, untilMs: nowMs }, [7, 8])).toEqual({
    since: "2026-11-22T12:58:10.000Z",
    until: "2026-11-22T13:04:02.000Z",
    station: "7,8",
    first: "0",
  });
});
