import { expect, test } from "vitest";
import { createAlarm } from "./alarm.ts";
import { createHealth } from "../process/health.ts";
import { createLogger } from "../logs/logger.ts";
import { createMetrics } from "./metrics.ts";

function targets() {
  const lines: unknown[][] = [];
  const log = Object.assign(createLogger("test", "silent"), {
    error: (...line: unknown[]) => void lines.push(line),
    info: (...line: unknown[]) => void lines.push(line),
  });
  const metrics = createMetrics({});
  return { lines, log, metrics, health: createHealth() };
}

test("an alarm is logged when it begins and when it ends, however often it is raised between", async () => {
  const parts = targets();
  const alarm = createAlarm("disk", parts);
  expect(parts.lines).toEqual([]);
  expect(await parts.metrics.text()).toContain('jetwire_alarm{name="disk"} 0');
  alarm.clear();
  alarm.raise("the disk is full: delete files", { bytes: 7 });
  alarm.raise("the disk is fuller");
  expect(await parts.metrics.text()).toContain('jetwire_alarm{name="disk"} 1');
  alarm.clear();
  expect(parts.lines).toEqual([
    [{ alarm: "disk", reason: "the disk is full: delete files", bytes: 7 }, "alarm began"],
    [{ alarm: "disk", seconds: 0 }, "alarm ended"],
  ]);
  expect(await parts.metrics.text()).toContain('jetwire_alarm{name="disk"} 0');
});

test("readiness shows an active alarm with its latest reason, and stays", async () => {
  const parts = targets();
  const alarm = createAlarm("disk", parts);
  expect(await parts.health.readiness()).toEqual({ ready: true, checks: {}, alarms: {} });
  alarm.raise("the disk is full");
  alarm.raise("the disk is fuller");
  const alarms = { disk: "the disk is fuller" };
  expect(await parts.health.readiness()).toEqual({ ready: true, checks: {}, alarms });
  alarm.clear();
  expect(await parts.health.readiness()).toEqual({ ready: true, checks: {}, alarms: {} });
});

test("a process is not ready during an alarm that fails its readiness", async () => {
  const parts = targets();
  const alarm = createAlarm("eviction", parts, { failsReadiness: true });
  alarm.raise("Redis evicts");
  expect((await parts.health.readiness()).ready).toBe(false);
  alarm.clear();
  expect((await parts.health.readiness()).ready).toBe(true);
});

test("a second alarm of the same name is refused", () => {
  const parts = targets();
  createAlarm("disk", parts);
  expect(() => createAlarm("disk", parts)).toThrow("alarm disk exists already");
});
