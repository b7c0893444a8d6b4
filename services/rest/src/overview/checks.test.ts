import { type ProcessReport, serviceNames } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { type CheckedState, checksOf, summaryOf } from "./checks.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");

function report(service: string, over: Partial<ProcessReport> = {}): ProcessReport {
  return {
    service,
    id: "0123456789ab",
    replica: `host/1/${service}`,
    number: 1,
    version: "1",
    startedAt: "2026-11-21T11:00:00.000Z",
    reportedAt: "2026-11-21T12:00:00.000Z",
    ready: true,
    problems: [],
    draining: false,
    memoryBytes: 1,
    figures: {},
    ...over,
  };
}

function state(over: Partial<CheckedState> = {}): CheckedState {
  return {
    redis: true,
    lag: { dispatch: 0, storage: 0, delivery: 0, firehose: 0 },
    canary: null,
    degraded: [],
    processes: serviceNames.map((name) => report(name)),
    partitions: [],
    deadLettersSince: null,
    ...over,
  };
}

const never = () => null;
const summary = (given: CheckedState) => summaryOf(checksOf(given, nowMs, never));

test("a service without problems says how many checks pass", () => {
  expect(summary(state())).toEqual({ ok: true, summary: "All 15 checks pass", since: null });
});

test("a late stage names the partition, who reads it, and since when it is late", () => {
  const group = { group: "persister", entries: 9, pending: 0, lag: 9, replica: "host/1/persister" };
  const late = state({
    lag: { dispatch: 0, storage: 43, delivery: 0, firehose: 0 },
    degraded: [{ part: "storage", reason: "New messages are stored late (the oldest by 43 s)" }],
    partitions: [
      { partition: 2, length: 9, groups: [{ ...group, oldestMs: 1_000 }] },
      { partition: 3, length: 9, groups: [{ ...group, oldestMs: 43_000 }] },
    ],
  });
  expect(summary(late)).toEqual({
    ok: false,
    summary:
      "New messages are stored late (the oldest by 43 s): persister 1 is behind in partition 3",
    since: "2026-11-21T11:59:17.000Z",
  });
  const nobody = {
    ...late,
    processes: [],
    partitions: late.partitions.map((one) => ({
      ...one,
      groups: one.groups.map((of) => ({ ...of, replica: null })),
    })),
  };
  expect(summary(nobody).summary).toContain("nobody reads partition 3 for persister (and 1 more)");
});

test.each<[string, Partial<CheckedState>, string, string | null]>([
  [
    "a service of which no process reports",
    { processes: serviceNames.filter((name) => name !== "gateway").map((name) => report(name)) },
    "No gateway has reported within 15 seconds",
    null,
  ],
  [
    "a process that is not ready",
    {
      processes: serviceNames.map((name) =>
        name === "chores"
          ? report(name, {
              ready: false,
              problems: [
                {
                  name: "postgres",
                  reason: "it does not answer",
                  since: "2026-11-21T11:30:00.000Z",
                },
              ],
            })
          : report(name),
      ),
    },
    "chores 1 is not ready (postgres: it does not answer)",
    "2026-11-21T11:30:00.000Z",
  ],
  [
    "a replica of Postgres that does not answer",
    { degraded: [{ part: "postgres", reason: "The replica of Postgres does not answer" }] },
    "The replica of Postgres does not answer",
    null,
  ],
  [
    "dead letters",
    {
      degraded: [{ part: "dead-letters", reason: "3 messages could not be stored" }],
      deadLettersSince: new Date("2026-11-20T00:00:00.000Z"),
    },
    "3 messages could not be stored",
    "2026-11-20T00:00:00.000Z",
  ],
])("%s is reported", (_name, over, expected, since) => {
  expect(summary(state(over))).toEqual({ ok: false, summary: expected, since });
});

test("a gateway that an operator drains is no problem", () => {
  const processes = serviceNames.map((name) =>
    report(name, name === "gateway" ? { ready: false, draining: true } : {}),
  );
  expect(summary(state({ processes })).ok).toBe(true);
});
