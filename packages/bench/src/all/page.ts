import escapeHtml from "escape-html";
import { z } from "zod";

const Cell = z.union([z.string(), z.number()]);
const Table = z.object({
  heading: z.string(),
  rows: z.array(z.array(Cell)),
  chart: z
    .object({ labels: z.int().optional(), skips: z.int().optional(), parts: z.array(z.string()) })
    .optional(),
});
const Target = z.object({
  what: z.string(),
  wanted: z.string(),
  measured: z.string(),
  met: z.boolean(),
});

/** The document that a benchmark prints with `--json`, as far as the page shows it. */
export const BenchDocument = z.object({
  at: z.string(),
  environment: z.record(z.string(), z.unknown()),
  parameters: z.record(z.string(), z.unknown()),
  tables: z.array(Table),
  targets: z.array(Target).default([]),
});
type BenchDocument = z.infer<typeof BenchDocument>;
type Table = z.infer<typeof Table>;

/** A benchmark of the page: its document, or the text of its failure. */
export interface Measured {
  readonly name: string;
  readonly result: BenchDocument | { readonly failure: string };
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5dae1, #333b46); --soft: light-dark(#52606f, #9aa6b5);
  --bad: light-dark(#b3261e, #ff8a80); --good: light-dark(#1a7f37, #5fd38a); }
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 15px/1.5 system-ui, sans-serif;
  background: light-dark(#fff, #11151a); color: light-dark(#1b222b, #e4e9ef); }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; font-weight: 600; margin: 1.5rem 0 .5rem; } p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; } a { color: inherit; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line); font-weight: 400; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; } thead th { color: var(--soft); font-size: .85rem; }
.chart { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: .3rem .75rem; max-width: 60rem; align-items: center; margin: 0 0 .75rem; }
.chart span { overflow-wrap: anywhere; } .bar { display: flex; height: 1.1rem; } .bar i { display: block; }
ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; margin: .5rem 0; font-size: .85rem; }
li i { display: inline-block; width: .8rem; height: .8rem; margin-right: .35rem; vertical-align: -.1rem; }
.met { color: var(--good); } .missed { color: var(--bad); } pre { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--bad); font-size: .85rem; }`;

/** Colours that differ also with impaired colour vision. Further parts repeat them. */
const colours = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#d55e00",
  "#b8a800",
  "#7f7f7f",
  "#8c564b",
];

/** Returns a page of all results in one file, which needs no script and nothing from elsewhere. */
export function pageOf(measured: readonly Measured[], title: string): string {
  const links = measured.map(
    ({ name }) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<nav>${links.join("")}</nav>
${measured.map(benchHtml).join("\n")}
</body></html>
`;
}

function benchHtml({ name, result }: Measured): string {
  const heading = `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>`;
  if ("failure" in result) return `${heading}<pre>${escapeHtml(result.failure)}</pre>`;
  const { at, environment, parameters, tables, targets } = result;
  return `${heading}
<p class="soft">${escapeHtml(at)} · ${membersText(environment)} · ${membersText(parameters)}</p>
${tables.map(tableSectionHtml).join("\n")}
${targetsHtml(targets)}`;
}

function membersText(members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return escapeHtml(`${name} ${text}`);
    })
    .join(", ");
}

function tableSectionHtml(table: Table): string {
  const [head = [], ...rows] = table.rows;
  return `<h3>${escapeHtml(table.heading)}</h3>${chartHtml(table)}
<div class="scroll"><table><thead><tr>${cellsHtml(head, "th")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cellsHtml(row, "td")}</tr>`).join("")}</tbody></table></div>`;
}

function cellsHtml(cells: readonly (string | number)[], tag: "th" | "td"): string {
  return cells.map((cell) => `<${tag}>${escapeHtml(String(cell))}</${tag}>`).join("");
}

/** Returns bars on one scale, the widest of which takes the whole width. Numbers and names are in the table, too. */
function chartHtml({ rows, chart }: Table): string {
  if (chart === undefined) return "";
  const { labels = 1, skips = 0, parts } = chart;
  const [head = [], ...lines] = rows;
  const columns = parts.map((part) => head.indexOf(part)).filter((column) => column >= 0);
  const bars = lines.slice(skips).map((line) => ({
    label: line.slice(0, labels).join(" · "),
    values: columns.map((column) => numberIn(line[column])),
  }));
  const widest = Math.max(...bars.map(({ values }) => sum(values)));
  if (!(widest > 0)) return "";
  const barHtml = (values: readonly number[]) =>
    values
      .map(
        (value, part) =>
          `<i style="width:${((100 * value) / widest).toFixed(2)}%;background:${colourOf(part)}"></i>`,
      )
      .join("");
  const legend =
    columns.length === 1
      ? `<p class="soft">${escapeHtml(String(parts[0]))}</p>`
      : `<ul>${columns.map((column, part) => `<li><i style="background:${colourOf(part)}"></i>${escapeHtml(String(head[column]))}</li>`).join("")}</ul>`;
  return `${legend}<div class="chart" aria-hidden="true">${bars
    .map(
      ({ label, values }) =>
        `<span>${escapeHtml(label)}</span><div class="bar">${barHtml(values)}</div>`,
    )
    .join("")}</div>`;
}

function colourOf(part: number): string {
  return colours[part % colours.length] ?? "";
}

/** Reads a number as tables write it: `1,047,074`, `6.5 ×`, `19 %`. Everything else is 0. */
function numberIn(cell: string | number | undefined): number {
  const value = Number.parseFloat(String(cell ?? "").replaceAll(",", ""));
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function targetsHtml(targets: BenchDocument["targets"]): string {
  if (targets.length === 0) return "";
  const rows = targets.map(
    ({ what, wanted, measured, met }) =>
      `<tr>${cellsHtml([what, wanted, measured], "td")}<td class="${met ? "met" : "missed"}">${met ? "met" : "missed"}</td></tr>`,
  );
  return `<h3>Targets</h3><div class="scroll"><table><thead><tr>${cellsHtml(["", "wanted", "measured", ""], "th")}</tr></thead>
<tbody>${rows.join("")}</tbody></table></div>`;
}
