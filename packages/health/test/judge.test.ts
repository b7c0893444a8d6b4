import { serviceNames } from "@jetwire/protocol";
import { canaryRun, wellAtMs as nowMs, processOf } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { checks, type HealthFacts, judge } from "../src/index.ts";
import { withReader, withProcess, well, backups, redisServer, found, withBounds } from "./found.ts";

test("a service that is well passes each check", () => {
  expect(found({})).toEqual([]);
  expect(judge(well).map(({ check }) => check.name)).toEqual(checks.map(({ name }) => name));
});

test("a check whose facts are not known is not made, and does not pass", () => {
  const unknown = { dispatch: null, storage: null, delivery: null, firehose: null };
  const nothing: HealthFacts = {
    ...well,
    redisServer: null,
    schema: null,
    lagMs: unknown,
    clockSkewMs: null,
    deadLetters: null,
    feeders: null,
    backups: null,
    storage: null,
    processes: null,
    canaryRuns: [],
    accounting: null,
  };
  expect(judge(nothing).map(({ check }) => check.name)).toEqual(["postgres", "redis"]);
});

describe("is no fault", () => {
  test("a difference of the account that may be none", () => {
    expect(found(withBounds(-1, 4))).toEqual([]);
  });

  test("a gateway that an operator drains while another one accepts", () => {
    const drained = processOf("gateway", { ready: false, draining: true, number: 2 });
    const { processes } = withProcess("rest", {});
    expect(found({ processes: { ...processes, alive: [...processes.alive, drained] } })).toEqual(
      [],
    );
  });

  test("that no back-ups are configured, that the first is not taken yet, or that one of today failed after one of yesterday", () => {
    for (const over of [
      { configured: false, newest: null, since: null },
      { newest: null, since: "2026-11-21T10:00:00.000Z" },
      { failedAt: "2026-11-21T11:00:00.000Z", problem: "ENOSPC" },
    ]) {
      expect(found({ backups: { ...backups, ...over } })).toEqual([]);
    }
  });

  test("a second test message that fails", () => {
    const canaryRuns = [canaryRun(0, "not-stored"), canaryRun(10, "not-stored"), canaryRun(20)];
    expect(found({ canaryRuns })).toEqual([]);
  });

  test("the silence of feeders while messages wait to be stored", () => {
    const silence = { silentMs: 300_000, gapMs: 500 };
    expect(found({ feeders: { silence } })).toEqual([
      "feeders: No feeder has sent a message for 300 s",
    ]);
    const lagMs = { ...well.lagMs, storage: 20_000 };
    expect(found({ feeders: { silence }, lagMs }).map((text) => text.split(":")[0])).toEqual([
      "storage",
    ]);
  });
});

test("a full disk is reported first, and by one check only, even if servers on it have stopped", () => {
  const reason = "the journal /j cannot be written: no space left on the disk (ENOSPC)";
  const problems = [{ name: "journal", reason, since: null }];
  const over = { ...withProcess("ingest", { ready: false, problems }), postgres: "ECONNREFUSED" };
  const [first, ...others] = judge({ ...well, ...over }).filter(({ faults }) => faults.length > 0);
  expect(first?.check.name).toBe("disks");
  expect(first?.faults[0]?.sentence).toContain("ingest 1 has a problem with its disk");
  expect(first?.check.remedy).toContain("free space");
  expect(others.map(({ check }) => check.name)).toEqual(["postgres"]);
});

test("a Redis that cannot write takes no reports, so that no process is missed", () => {
  const over = {
    redisServer: { ...redisServer, unwritten: "append-only file" as const },
    processes: { alive: [], expected: serviceNames, lost: [] },
  };
  expect(found(over)).toEqual([
    "redis-disk: Redis cannot write its append-only file to its disk, and refuses commands that write: free space on that disk",
  ]);
});

function sinceOf(over: Partial<HealthFacts>): string | null | undefined {
  return judge({ ...well, ...over }).flatMap(({ faults }) => faults.map(({ since }) => since))[0];
}

test("a fault tells since when it lasts, if that is known", () => {
  expect(sinceOf(withReader(null))).toBe(new Date(nowMs - 43_000).toISOString());
  const since = "2026-11-21T11:30:00.000Z";
  const problems = [{ name: "postgres", reason: "away", since }];
  expect(sinceOf(withProcess("chores", { ready: false, problems }))).toBe(since);
  expect(sinceOf({ deadLetters: { count: 3, isMore: false, since } })).toBe(since);
});
