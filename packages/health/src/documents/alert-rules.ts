import { alerts } from "../alerts/alerts.ts";
import type { Alert } from "../alerts/alert.ts";

const lineMax = 150;

/** Returns `infra/monitoring/rules.yml`, which Prometheus reads. */
export function alertRules(): string {
  return [
    "# Alert rules. `npm run rules` writes them from packages/health/src/alerts; rules.test.yml tests them (`promtool test rules`).",
    "# Each alert has a section in docs/runbook/alerts.md, to which the site in the external label `site` leads.",
    "groups:",
    "  - name: jetwire",
    "    interval: 10s",
    "    rules:",
    ...alerts.flatMap(ruleLines),
    "",
  ].join("\n");
}

function ruleLines({ name, severity, summary, comment, expr, for: lasting }: Alert): string[] {
  const page = `{{ $externalLabels.site }}/docs/runbook/alerts#${name.toLowerCase()}`;
  return [
    `      - alert: ${name}`,
    ...(comment === undefined ? [] : wrapped(comment).map((line) => `        # ${line}`)),
    ...exprLines(expr),
    `        for: ${lasting}`,
    "        labels:",
    `          severity: ${severity}`,
    "        annotations:",
    `          summary: ${quoted(summary)}`,
    `          runbook_url: ${quoted(page)}`,
  ];
}

function exprLines(expr: string): string[] {
  const lines = expr.trim().split("\n");
  if (lines.length === 1) return [`        expr: ${quoted(expr)}`];
  const indent = Math.min(...lines.slice(1).map((line) => line.search(/\S/)));
  const cut = lines.map((line, index) => (index === 0 ? line : line.slice(indent)));
  return ["        expr: >-", ...cut.map((line) => `          ${line}`)];
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > lineMax) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
