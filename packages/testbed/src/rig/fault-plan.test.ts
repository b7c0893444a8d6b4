import { expect, test } from "vitest";
import { planFaults } from "./fault-plan.ts";

const choices = { processes: ["ingest-0", "rest-1"], links: ["rest-1 to redis"] };
const hour = 3_600_000;

test("plans the same faults for the same seed, and others for another", () => {
  const plan = planFaults(1, hour, 5_000, choices);
  expect(planFaults(1, hour, 5_000, choices)).toEqual(plan);
  expect(planFaults(2, hour, 5_000, choices)).not.toEqual(plan);
});

test("plans every kind in an hour, on targets that exist, with stops of up to 15 s", () => {
  const plan = planFaults(1, hour, 5_000, choices);
  expect(plan.length).toBeGreaterThan(500);
  expect(new Set(plan.map(({ kind }) => kind)).size).toBe(15);
  const targets = new Set([...choices.processes, ...choices.links, "redis", "postgres"]);
  expect(new Set(plan.map(({ target }) => target))).toEqual(targets);
  const stops = plan.filter(({ kind }) => kind === "stopped").map(({ lastsMs }) => lastsMs);
  expect(Math.max(...stops)).toBeLessThanOrEqual(15_000);
  expect(Math.max(...stops)).toBeGreaterThan(10_000);
});
