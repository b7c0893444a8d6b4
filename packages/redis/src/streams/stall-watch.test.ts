import { createHealth, createLogger, createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createStallWatch } from "./stall-watch.ts";

function watched() {
  let nowMs = 0;
  const health = createHealth();
  const metrics = createMetrics({});
  const log = createLogger("test", "silent");
  const targets = { log, metrics, health };
  const watch = createStallWatch({ group: "fanout", stallMsMax: 5_000, targets, now: () => nowMs });
  return {
    watch,
    metrics,
    async readyAfter(ms: number) {
      nowMs += ms;
      watch.check();
      return await health.readiness();
    },
  };
}

test("a partition that makes no progress for too long makes the process not ready, with the reason", async () => {
  const { watch, readyAfter } = watched();
  watch.began(0);
  watch.began(3);
  watch.took(3, "1700000000000-0");
  watch.failed(3, new Error("canceling statement"));
  expect((await readyAfter(5_000)).ready).toBe(true);
  watch.succeeded(0);
  const { ready, alarms } = await readyAfter(1);
  expect(ready).toBe(false);
  expect(alarms["stalled"]).toMatch(/no progress in 5 s in partition 3 .*canceling statement/);
  watch.succeeded(3);
  expect(await readyAfter(0)).toMatchObject({ ready: true, alarms: {} });
});

test("a partition that another replica reads now is not watched, nor one of an idle replica", async () => {
  const { watch, readyAfter, metrics } = watched();
  watch.began(1);
  watch.ended(1);
  watch.failed(1, new Error("late"));
  watch.succeeded(1);
  expect((await readyAfter(60_000)).ready).toBe(true);
  expect(await metrics.text()).not.toContain('partition="1"');
});

test("metrics have the age of the last success and of the oldest entry in hand, by partition", async () => {
  const { watch, readyAfter, metrics } = watched();
  watch.began(2);
  watch.took(2, `${Date.now() - 60_000}-0`);
  await readyAfter(7_000);
  const text = await metrics.text();
  expect(text).toContain('jetwire_stream_last_success_age_seconds{group="fanout",partition="2"} 7');
  expect(text).toMatch(
    /jetwire_stream_oldest_entry_age_seconds\{group="fanout",partition="2"\} 6\d/,
  );
});
