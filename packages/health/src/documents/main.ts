import { readFileSync, writeFileSync } from "node:fs";
import { alertRules } from "./alert-rules.ts";
import { withCheckTable } from "./check-table.ts";

const root = new URL("../../../../", import.meta.url);
const runbook = new URL("docs/runbook/alerts.md", root);

writeFileSync(new URL("infra/monitoring/rules.yml", root), alertRules());
writeFileSync(runbook, withCheckTable(readFileSync(runbook, "utf8")));
