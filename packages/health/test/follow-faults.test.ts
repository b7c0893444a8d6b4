import { wellAtMs as nowMs, processOf } from "@jetwire/testbed";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { consequences } from "../src/alerts/consequences.ts";
import {
  type FaultReport,
  type FollowedFault,
  followFaults,
  type HealthFacts,
  judge,
  reportText,
} from "../src/index.ts";
import { well, withProcess } from "./found.ts";

const limits = { lastsMs: { critical: 30_000, warning: 120_000 }, repeatMs: 3_600_000 * 12 };

/** Follows facts that are measured every ten seconds, and returns what is reported of them. */
function follow() {
  let faults: readonly FollowedFault[] = [];
  let ms = nowMs;
  return {
    /** Measures for so many seconds. */
    measure(seconds: number, over: Partial<HealthFacts> = {}): FaultReport[] {
      const reports: FaultReport[] = [];
      for (const endMs = ms + seconds * 1_000; ms < endMs; ms += 10_000) {
        const facts = { ...well, canaryRuns: [], ...over, nowMs: ms };
        const followed = followFaults(faults, judge(facts), ms, limits);
        // As Postgres keeps them.
        faults = JSON.parse(JSON.stringify(followed.faults)) as FollowedFault[];
        reports.push(...followed.reports);
      }
      return reports;
    },
    faults: () => faults,
  };
}

const titles = (reports: readonly FaultReport[]) => reports.map((one) => reportText(one).title);

const noPersister = {
  processes: {
    ...withProcess("rest", {}).processes,
    alive: ["ingest", "fanout", "sampler", "gateway", "rest", "chores"].map((name) =>
      processOf(name),
    ),
  },
};
const late = { lagMs: { dispatch: 0, storage: 60_000, delivery: 0, firehose: 0 } };
const letters = { deadLetters: { count: 3, isMore: false, since: null } };

test("a fault is reported after it has lasted, once, and again when it has ended", () => {
  const one = follow();
  expect(one.measure(30, noPersister)).toEqual([]);
  const [begins, ...others] = one.measure(600, noPersister);
  expect(others).toEqual([]);
  expect(begins && reportText(begins)).toEqual({
    title: "Critical: No persister has reported within 15 seconds",
    body: "What to do: start it, or check its log. It began at 2026-11-21 12:00 UTC.",
    runbook: "/docs/runbook/alerts#jetwireservicemissing",
  });
  const [ended, ...more] = one.measure(120);
  expect(more).toEqual([]);
  expect(ended && reportText(ended)).toMatchObject({
    title: "Ended: No persister has reported within 15 seconds",
    body: "It lasted 10 min, until 2026-11-21 12:10 UTC.",
  });
  one.measure(4_000);
  expect(one.faults()).toEqual([]);
});

test("a warning is reported later than a critical fault, and a short one not at all", () => {
  const one = follow();
  expect(one.measure(120, letters)).toEqual([]);
  expect(titles(one.measure(10, letters))).toEqual(["Warning: 3 messages could not be stored"]);
  const other = follow();
  expect(other.measure(20, noPersister)).toEqual([]);
  expect(other.measure(600)).toEqual([]);
});

test("what follows from a fault is reported with it, and not by itself", () => {
  const one = follow();
  const reports = one.measure(600, { ...noPersister, ...late });
  expect(titles(reports)).toEqual(["Critical: No persister has reported within 15 seconds"]);
  expect(reports[0] && reportText(reports[0]).body).toContain(
    "What follows from it: New messages are stored late",
  );
  // Messages that wait are stored while the fault counts as open, and some seconds more.
  expect(titles(one.measure(40, late))).toEqual([
    "Ended: No persister has reported within 15 seconds",
  ]);
  expect(titles(one.measure(60, late))[0]).toContain("Critical: New messages are stored late");
});

test("a fault that lasts is reported again after hours, one that never ends is not", () => {
  const one = follow();
  const { accounting } = well;
  const lost = { accounting: accounting && { ...accounting, bounds: { atLeast: 5, atMost: 5 } } };
  const reports = one.measure(13 * 3_600, { ...noPersister, ...lost });
  expect(titles(reports)).toEqual([
    "Critical: No persister has reported within 15 seconds",
    "Critical: 5 of the offered messages are lost: they are neither stored nor in flight",
    "Still critical: No persister has reported within 15 seconds",
  ]);
});

test("a fault that begins and ends often is reported three times an hour, the last time with a word about it", () => {
  const one = follow();
  const reports: FaultReport[] = [];
  for (let minutes = 0; minutes < 50; minutes += 3) {
    reports.push(...one.measure(90, noPersister), ...one.measure(90));
  }
  expect(reports.map(({ kind }) => kind)).toEqual([
    "begins",
    "ended",
    "begins",
    "ended",
    "begins",
    "ended",
  ]);
  expect(reports[4] && reportText(reports[4]).body).toContain("nothing more is said of it");
});

test("a fault that is absent for a moment is one fault", () => {
  const one = follow();
  const reports: FaultReport[] = [];
  for (let times = 0; times < 20; times++) {
    reports.push(...one.measure(20, noPersister), ...one.measure(10));
  }
  expect(reports.map(({ kind }) => kind)).toEqual(["begins"]);
});

test("a fault of which nothing can be measured neither begins nor ends", () => {
  const one = follow();
  one.measure(60, noPersister);
  expect(one.measure(600, { processes: null })).toEqual([]);
  expect(titles(one.measure(60))).toEqual(["Ended: No persister has reported within 15 seconds"]);
});

test("two processes that are not ready are two faults", () => {
  const one = follow();
  const problems = [{ name: "postgres", reason: "timeout", since: null }];
  const { processes } = withProcess("rest", { ready: false, problems });
  const alive = [...processes.alive, processOf("rest", { number: 2, ready: false, problems })];
  expect(titles(one.measure(60, { processes: { ...processes, alive } }))).toEqual([
    "Critical: rest 1 is not ready (postgres: timeout)",
    "Critical: rest 2 is not ready (postgres: timeout)",
  ]);
});

test("the example of Alertmanager knows the same consequences", () => {
  const example = new URL("../../../infra/monitoring/alertmanager.yml", import.meta.url);
  const rules = readFileSync(example, "utf8").matchAll(
    /source_matchers: \[alertname="(\w+)"\]\s+target_matchers:\s+\[\s*alertname=~"([\w|]+)"/g,
  );
  const inhibited = [...rules].map(([, cause, targets = ""]) => [cause, targets.split("|")]);
  expect(Object.fromEntries(inhibited)).toEqual(consequences);
});
