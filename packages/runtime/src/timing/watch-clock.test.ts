import { expect, test } from "vitest";
import { createHealth } from "../process/health.ts";
import { createLogger } from "../logs/logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { type ClockSkew, watchClock } from "./watch-clock.ts";

test("a clock that differs from a server's raises an alarm, which ends with the difference", async () => {
  const t0 = 1_767_225_600_000;
  const targets = { log: createLogger("test", "silent"), metrics: createMetrics({}), health: createHealth() }; // prettier-ignore
  const stop = new AbortController();
  const state = { hostMs: t0 - 3_600_000, compared: [] as (readonly ClockSkew[])[] };
  let next = Promise.withResolvers<void>();
  const watching = watchClock(
    {
      Redis: async () => t0,
      Postgres: async () => {
        throw new Error("no answer");
      },
    },
    targets,
    stop.signal,
    {
      now: () => state.hostMs,
      everyMs: 1,
      onCompared(skews) {
        state.compared.push(skews);
        next.resolve();
        next = Promise.withResolvers();
      },
    },
  );
  await next.promise;
  const { ready, alarms } = await targets.health.readiness();
  expect(ready).toBe(true);
  expect(alarms).toEqual({
    "clock-skew": "this host's clock is 3600 s behind Redis: synchronize the clocks",
  });
  expect(await targets.metrics.text()).toMatch(
    /jetwire_clock_skew_seconds\{against="Redis"\} -3[56]\d\d/,
  );
  expect(state.compared[0]?.map(({ against }) => against)).toEqual(["Redis"]);
  state.hostMs = t0;
  await next.promise;
  await next.promise;
  expect((await targets.health.readiness()).alarms).toEqual({});
  stop.abort();
  await watching;
});
