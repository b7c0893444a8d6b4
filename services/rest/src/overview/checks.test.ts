import type { Fault, Judged } from "@jetwire/health";
import { expect, test } from "vitest";
import { checksOf, overviewSummaryOf } from "./checks.ts";

const since = "2026-11-21T11:30:00.000Z";

function judged(name: string, ...faults: Fault[]): Judged {
  const texts = { name, passes: "It is well", remedy: "mend it", alert: null };
  const check = { ...texts, severity: "warning", audience: "operators", faults: () => [] } as const;
  return { check, faults };
}

test("a service without problems says how many checks pass", () => {
  const checks = checksOf([judged("postgres"), judged("redis")], () => null);
  expect(overviewSummaryOf(checks)).toEqual({
    ok: true,
    summary: "All 2 checks pass",
    since: null,
  });
  expect(checks[0]).toEqual({
    name: "postgres",
    passes: "It is well",
    severity: "warning",
    alert: null,
    problem: null,
    since: null,
    remedy: null,
  });
});

test("the summary has the first problem with its detail, how many others there are, and since when it lasts", () => {
  const detail = "persister 1 is behind in partition 3";
  const storage = judged("storage", { sentence: "Messages are late", detail, since });
  const letters = judged("dead-letters", { sentence: "3 messages could not be stored" });
  expect(overviewSummaryOf(checksOf([judged("redis"), storage, letters], () => null))).toEqual({
    ok: false,
    summary: `Messages are late (${detail}) (and 1 more)`,
    since,
  });
});

test("a check with several faults tells the first; it lasts since it was seen if nobody knows better", () => {
  const faults = [{ sentence: "rest 1 is not ready", remedy: "start it" }, { sentence: "b" }];
  const [check] = checksOf([judged("readiness", ...faults)], () => since);
  expect(check).toMatchObject({
    problem: "rest 1 is not ready (and 1 more)",
    since,
    remedy: "start it",
  });
});
