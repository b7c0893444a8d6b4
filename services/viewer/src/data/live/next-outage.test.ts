import { expect, test } from "vitest";
import { nextOutage } from "./next-outage.ts";

const waiting = {
  state: "waiting",
  cause: "stalled",
  reason: "no packet",
  retryMs: 3_000,
} as const;

test("an outage begins when the connection is lost, and goes on over failed attempts", () => {
  const first = nextOutage(null, waiting, 1_000);
  expect(first).toEqual({ sinceMs: 1_000, isClean: false, retryAtMs: 4_000, endedMs: null });
  const connecting = nextOutage(first, { state: "connecting" }, 4_000);
  const second = nextOutage(connecting, { ...waiting, retryMs: null }, 5_000);
  expect(second).toMatchObject({ sinceMs: 1_000, retryAtMs: null, endedMs: null });
});

test("a connection that the server closed is one that it restarts", () => {
  expect(nextOutage(null, { ...waiting, cause: "lost" }, 0)).toMatchObject({ isClean: true });
});

test("an outage ends with the connection, and the next one is another", () => {
  const over = nextOutage(nextOutage(null, waiting, 1_000), { state: "connected" }, 9_000);
  expect(over).toMatchObject({ sinceMs: 1_000, endedMs: 9_000 });
  expect(nextOutage(over, { state: "connected" }, 9_500)).toBe(over);
  expect(nextOutage(over, waiting, 20_000)).toMatchObject({ sinceMs: 20_000, endedMs: null });
});
