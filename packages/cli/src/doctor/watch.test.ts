import type { HealthFacts } from "@jetwire/health";
import type { CanaryProblem } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { watchHealth } from "./watch.ts";

/** Passes a second with each look at facts, which `factsAt` tells by the second. */
function sources(factsAt: (second: number) => Partial<HealthFacts>) {
  let second = -1;
  return {
    seconds: () => second,
    measure: async () => {
      second++;
      return { ...well, nowMs: second * 1_000, ...factsAt(second) };
    },
    pause: async () => {},
  };
}

const well: HealthFacts = {
  nowMs: 0,
  postgres: true,
  replica: true,
  deadLetters: null,
  feeders: null,
  backups: null,
  storage: null,
  redis: true,
  redisServer: null,
  canaryRuns: [],
  processes: null,
  lagMs: { dispatch: null, storage: null, delivery: null, firehose: null },
  journalBytes: null,
  clockSkewMs: null,
  partitions: null,
  schema: null,
  accounting: null,
};

const runAt = (second: number, problem: CanaryProblem | null) => ({
  sentAt: new Date(second * 1_000).toISOString(),
  storedMs: 1,
  deliveredMs: 1,
  problem,
});

test("is well after the time, if no canary messages are sent", async () => {
  const at = sources(() => ({}));
  expect(await watchHealth({ forMs: 10_000, except: [] }, at)).toEqual([]);
  expect(at.seconds()).toBe(10);
});

test("a fault begins the time anew", async () => {
  const at = sources((second) => (second === 5 ? { postgres: "it does not answer" } : {}));
  expect(await watchHealth({ forMs: 10_000, except: [] }, at)).toEqual([]);
  expect(at.seconds()).toBe(16);
});

test("a fault that lasts is returned", async () => {
  const at = sources(() => ({ postgres: "it does not answer" }));
  const wrong = await watchHealth({ forMs: 10_000, except: [] }, at);
  expect(wrong).toMatchObject([{ check: "postgres", severity: "critical" }]);
  expect(at.seconds()).toBe(56);
});

test("a check that does not count is no fault", async () => {
  const at = sources(() => ({ postgres: "it does not answer" }));
  expect(await watchHealth({ forMs: 10_000, except: ["postgres"] }, at)).toEqual([]);
});

test("looks once without a time", async () => {
  const at = sources(() => ({ postgres: "it does not answer" }));
  expect(await watchHealth({ forMs: 0, except: [] }, at)).toHaveLength(1);
  expect(at.seconds()).toBe(0);
});

test("waits for a canary message that was sent while all was well", async () => {
  const at = sources((second) => ({ canaryRuns: [runAt(second < 20 ? -5 : 20, null)] }));
  expect(await watchHealth({ forMs: 10_000, except: [] }, at)).toEqual([]);
  expect(at.seconds()).toBe(20);
});

test("canary messages that fail are returned, and an older failure is not", async () => {
  const at = sources((second) => ({
    canaryRuns: [runAt(second, "not-delivered"), runAt(-10, null)],
  }));
  const wrong = await watchHealth({ forMs: 10_000, except: [] }, at);
  expect(wrong).toMatchObject([
    { check: "canary", what: "The last test message failed: not-delivered" },
  ]);
  const later = sources((second) => ({
    canaryRuns: [...(second < 3 ? [] : [runAt(3, null)]), runAt(-10, "not-delivered")],
  }));
  expect(await watchHealth({ forMs: 10_000, except: [] }, later)).toEqual([]);
});
