import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { alerts } from "../alerts/alerts.ts";
import { checks } from "../judge.ts";
import { alertRules } from "./alert-rules.ts";
import { withCheckTable } from "./check-table.ts";

const root = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test("the rules of Prometheus are those of the alerts (`npm run rules` writes them)", () => {
  expect(read("infra/monitoring/rules.yml")).toBe(alertRules());
});

test("the runbook has the checks (`npm run rules` writes them), and the severity of each alert", () => {
  const runbook = read("docs/runbook/alerts.md");
  expect(runbook).toBe(withCheckTable(runbook));
  const sections = [...runbook.matchAll(/^## (\w+)\n\n`(\w+)`$/gm)].map((one) => one.slice(1));
  expect(sections).toEqual(alerts.map(({ name, severity }) => [name, severity]));
});

test("no two checks have the same name, and an alert is no less severe than its check", () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  const milder = checks.filter(({ severity, alert }) => {
    const fires = alerts.find(({ name }) => name === alert);
    return severity === "critical" && fires?.severity === "warning";
  });
  expect(milder.map(({ name }) => name)).toEqual([]);
});
