import { expect, test } from "vitest";
import { createSteadyClock } from "./steady-clock.ts";

const t0 = 1_767_225_600_000;
const hourMs = 3_600_000;

/** A host whose clock can be stepped, and servers whose clocks are right. */
function createHost(stepMs = 0) {
  const host = { stepMs, trueMs: t0 };
  const clock = createSteadyClock({
    wall: () => host.trueMs + host.stepMs,
    monotonic: () => host.trueMs - t0 + 77,
  });
  /** Compares with servers that are ahead of the true time by these. */
  function compare(...serversAheadMs: number[]): void {
    clock.compared(
      serversAheadMs.map((ms) => ({ against: "server", aheadMs: host.stepMs - ms, errorMs: 1 })),
    );
  }
  return { host, clock, compare };
}

test("a step of an hour forward and back does not show, if servers say that it is wrong", () => {
  const { host, clock, compare } = createHost();
  for (const stepMs of [hourMs, 0, -hourMs, 0]) {
    host.stepMs = stepMs;
    expect(Math.abs(clock.now() - host.trueMs)).toBeLessThan(50);
    host.trueMs += 10_000;
    compare(0, 20);
    expect(Math.abs(clock.now() - host.trueMs)).toBeLessThan(50);
  }
});

test("a step is followed once servers confirm it, for example after a host was suspended", () => {
  const { host, clock, compare } = createHost();
  host.stepMs = hourMs;
  expect(clock.now()).toBe(t0);
  compare(hourMs, hourMs);
  expect(clock.now()).toBe(t0 + hourMs);
});

test("a step is followed after a minute in which no server answers", () => {
  const { host, clock } = createHost();
  host.stepMs = hourMs;
  expect(clock.now()).toBe(t0);
  host.trueMs += 61_000;
  expect(clock.now()).toBe(t0 + 61_000 + hourMs);
});

test("a clock that is wrong from the start is corrected by two servers that agree", () => {
  const { clock, compare } = createHost(hourMs);
  expect(clock.now()).toBe(t0 + hourMs);
  compare(0, 0);
  expect(clock.now()).toBe(t0);
});

test("one server with a wrong clock changes nothing", () => {
  const { clock, compare } = createHost();
  compare(hourMs, 0);
  expect(clock.now()).toBe(t0);
  compare(-hourMs);
  expect(clock.now()).toBe(t0);
});

test("small steps are followed at once", () => {
  const { host, clock } = createHost();
  host.stepMs = -2_000;
  expect(clock.now()).toBe(t0 - 2_000);
});
