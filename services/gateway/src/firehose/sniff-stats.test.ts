import type { SniffStats } from "@jetwire/protocol";
import type { FirehoseState } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createSniffStats } from "./sniff-stats.ts";

function statsOf() {
  const state = {
    nowMs: 0,
    seen: 1_000,
    sampled: 100,
    sent: 7,
    dropped: 0,
    everyMs: 0,
    isUnavailable: false,
  };
  const sent: SniffStats[] = [];
  const store = {
    async state(): Promise<FirehoseState> {
      if (state.isUnavailable) throw new Error("unavailable");
      const rates = { transmissionsPerSecond: 0, eventsPerSecond: 0 };
      const { seen, sampled } = state;
      return { fraction: 0.1, eventsPerSecondMax: 50, ...rates, seen, sampled };
    },
  };
  const stats = createSniffStats(store, createLogger("test", "silent"), () => state.nowMs);
  const source = {
    counts: () => ({ sent: state.sent, dropped: state.dropped }),
    everyMs: () => state.everyMs,
    emit: (payload: SniffStats) => sent.push(payload),
  };
  return { state, sent, stats, source };
}

test("stats are sent every ten seconds, for the time since the last ones, until they are stopped", async () => {
  const { state, sent, stats, source } = statsOf();
  const subscriber = {};
  stats.start(subscriber, source);
  await stats.send();
  Object.assign(state, { nowMs: 9_999, seen: 1_500, sampled: 150, sent: 40, dropped: 3 });
  await stats.send();
  expect(sent).toEqual([]);
  state.nowMs = 10_000;
  await stats.send();
  const first = { seen: 500, sampled: 50, sent: 33, dropped: 3, fraction: 0.1 };
  expect(sent).toEqual([first]);
  Object.assign(state, { nowMs: 20_400, seen: 1_600, sent: 41, everyMs: 250 });
  await stats.send();
  const second = { seen: 100, sampled: 0, sent: 1, dropped: 0, fraction: 0.1 };
  expect(sent[1]).toEqual({ ...second, everyMs: 250 });
  stats.stop(subscriber);
  state.nowMs = 40_000;
  await stats.send();
  expect(sent).toHaveLength(2);
});

test("totals that began again give no negative numbers; an unavailable Redis only delays", async () => {
  const { state, sent, stats, source } = statsOf();
  stats.start({}, source);
  await stats.send();
  Object.assign(state, { nowMs: 10_000, isUnavailable: true });
  await expect(stats.send()).rejects.toThrow("unavailable");
  Object.assign(state, { nowMs: 12_000, isUnavailable: false, seen: 5, sampled: 1 });
  await stats.send();
  expect(sent).toEqual([{ seen: 0, sampled: 0, sent: 0, dropped: 0, fraction: 0.1 }]);
});
