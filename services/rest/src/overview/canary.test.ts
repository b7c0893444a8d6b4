import type { CanaryRun } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { canaryOf } from "./canary.ts";

const startMs = Date.parse("2026-11-22T10:00:00.000Z");

/** A message that was sent so many seconds after the start. */
function run(seconds: number, over: Partial<CanaryRun> = {}): CanaryRun {
  const sentAt = new Date(startMs + seconds * 1_000).toISOString();
  return { sentAt, storedMs: 100, deliveredMs: 40, problem: null, ...over };
}

const lost = { storedMs: 90, deliveredMs: null, problem: "not-delivered" } as const;

test("the sum has the last arrivals, percentiles, and whether the newest message failed", () => {
  expect(canaryOf([])).toBeNull();
  expect(canaryOf([run(20, lost), run(10, { deliveredMs: 60 }), run(0)])).toEqual({
    sentAt: "2026-11-22T10:00:20.000Z",
    failed: "not-delivered",
    storedAt: "2026-11-22T10:00:20.090Z",
    deliveredAt: "2026-11-22T10:00:10.060Z",
    storedMs: { p50: 100, p99: 100 },
    deliveredMs: { p50: 40, p99: 60 },
  });
});
