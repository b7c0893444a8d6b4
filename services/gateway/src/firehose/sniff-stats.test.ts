import type { SniffStats } from "@jetwire/protocol";
import type { FirehoseState } from "@jetwire/redis";
import { expect, test } from "vitest";
import { createSniffStats } from "./sniff-stats.ts";

function tellerOf() {
  const state = { nowMs: 0, seen: 1_000, sampled: 100, sent: 7, dropped: 0, away: false };
  const told: SniffStats[] = [];
  const teller = createSniffStats(
    async (): Promise<FirehoseState> => {
      if (state.away) throw new Error("away");
      const rates = { transmissionsPerSecond: 0, eventsPerSecond: 0 };
      const { seen, sampled } = state;
      return { fraction: 0.1, eventsPerSecondMax: 50, ...rates, seen, sampled };
    },
    () => state.nowMs,
  );
  const ask = {
    counts: () => ({ sent: state.sent, dropped: state.dropped }),
    emit: (stats: SniffStats) => told.push(stats),
  };
  return { state, told, teller, ask };
}

test("every ten seconds what happened since the last time, until the end", async () => {
  const { state, told, teller, ask } = tellerOf();
  const asker = {};
  teller.begin(asker, ask);
  await teller.tell();
  Object.assign(state, { nowMs: 9_999, seen: 1_500, sampled: 150, sent: 40, dropped: 3 });
  await teller.tell();
  expect(told).toEqual([]);
  state.nowMs = 10_000;
  await teller.tell();
  const first = { seen: 500, sampled: 50, sent: 33, dropped: 3, fraction: 0.1 };
  expect(told).toEqual([first]);
  Object.assign(state, { nowMs: 20_400, seen: 1_600, sent: 41 });
  await teller.tell();
  expect(told[1]).toEqual({ seen: 100, sampled: 0, sent: 1, dropped: 0, fraction: 0.1 });
  teller.end(asker);
  state.nowMs = 40_000;
  await teller.tell();
  expect(told).toHaveLength(2);
});

test("totals that began anew are no negative numbers; Redis away only delays", async () => {
  const { state, told, teller, ask } = tellerOf();
  teller.begin({}, ask);
  await teller.tell();
  Object.assign(state, { nowMs: 10_000, away: true });
  await expect(teller.tell()).rejects.toThrow("away");
  Object.assign(state, { nowMs: 12_000, away: false, seen: 5, sampled: 1 });
  await teller.tell();
  expect(told).toEqual([{ seen: 0, sampled: 0, sent: 0, dropped: 0, fraction: 0.1 }]);
});
