import { checks } from "../judge.ts";

const begin = "<!-- checks: written by `npm run rules` -->";
const end = "<!-- end of checks -->";

/**
 * Returns the runbook with the table of all checks between its marks.
 *
 * @throws Error if the marks are missing
 */
export function withCheckTable(runbook: string): string {
  const from = runbook.indexOf(begin);
  const to = runbook.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the runbook lacks ${begin} or ${end}`);
  return `${runbook.slice(0, from + begin.length)}\n\n${table()}\n\n${runbook.slice(to)}`;
}

function table(): string {
  const rows = checks.map(({ name, passes, severity, audience, remedy, alert }) => [
    `\`${name}\``,
    passes,
    `\`${severity}\``,
    audience,
    remedy,
    alert === null ? "" : `[${alert}](#${alert.toLowerCase()})`,
  ]);
  const all = [["Check", "Passes if", "Severity", "Shown to", "Remedy", "See"], ...rows];
  const widths = all[0]?.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...others] = all;
  return [
    line(head),
    line(head.map((_, column) => "-".repeat(widths?.[column] ?? 3))),
    ...others.map(line),
  ].join("\n");
}
