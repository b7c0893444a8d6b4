import { bytesText, countText, durationText } from "./texts.ts";
import type { OutputStatus, RelayStatus } from "./status.ts";

type InputRow = RelayStatus["inputs"][number];

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5dae1, #333b46); --soft: light-dark(#5a6472, #9aa6b5);
  --bad: light-dark(#b3261e, #ff8a80); --good: light-dark(#1a7f37, #5fd38a); }
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 15px/1.45 system-ui, sans-serif;
  background: light-dark(#f7f8fa, #11151a); color: light-dark(#1b222b, #e4e9ef); }
h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0; color: var(--soft); }
article { background: light-dark(#fff, #1a2027); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem;
  margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
h3 span { font-weight: 400; color: var(--soft); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: .5rem 1rem; margin: .5rem 0 0; }
dt { color: var(--soft); font-size: .8rem; } dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
code { display: block; margin: .5rem 0 0; font: .8rem/1.4 ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; }
strong { color: var(--bad); font-weight: 600; overflow-wrap: anywhere; } em { color: var(--good); font-style: normal; }
a { color: inherit; }`;

/** Returns the page of a relay, which loads itself again. */
export function pageOf(status: RelayStatus): string {
  const nowMs = Date.parse(status.now);
  const { buffer } = status;
  const problem =
    buffer.problem === null ? "" : `<p><strong>${escaped(buffer.problem)}</strong></p>`;
  const lost =
    buffer.lost === 0
      ? ""
      : `, <strong>${countText(buffer.lost)} lines lost before the disk</strong>`;
  return documentOf({
    title: "Jetwire relay",
    head: `<p>Running for ${durationText(nowMs - Date.parse(status.startedAt))}, ${bytesText(buffer.bytes)} on disk${lost}. <a href="status.json">status.json</a></p>${problem}`,
    main: `<h2>Outputs</h2>${status.outputs.map((one) => outputHtml(one, nowMs)).join("")}
<h2>Decoders</h2>${status.inputs.map((one) => inputHtml(one, nowMs)).join("")}`,
  });
}

/** Returns a page that loads itself again. All parts but the title are HTML. */
export function documentOf({
  title,
  head,
  main,
}: Record<"title" | "head" | "main", string>): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>${escaped(title)}</title><style>${style}</style></head><body>
<header><h1>${escaped(title)}</h1>
${head}</header>
<main>${main}</main></body></html>
`;
}

/** Returns the card of an output. */
export function outputHtml(output: OutputStatus, nowMs: number): string {
  const { name, to, problem, refused, waiting, dropped } = output;
  const state =
    problem === null
      ? "<em>sending</em>"
      : `<strong>not taken for ${ago(problem.since, nowMs)}: ${escaped(problem.text)}</strong>`;
  const oldest =
    waiting.oldestAt === null ? "" : `, the oldest for ${ago(waiting.oldestAt, nowMs)}`;
  return `<article><h3>${escaped(name)} <span>${escaped(to)}</span></h3>${state}<dl>
${fact("Taken", countText(output.taken))}${fact("Per minute", countText(output.perMinute))}
${fact("Latest", output.lastTakenAt === null ? "none" : `${ago(output.lastTakenAt, nowMs)} ago`)}
${fact("Waiting", waiting.lines === 0 ? "0" : `${countText(waiting.lines)} (${bytesText(waiting.bytes)})${oldest}`)}
${fact("Sent", bytesText(output.bytes))}${fact("Had already", countText(output.repeated))}
${fact("Dropped", dropped === 0 ? "0" : `<strong>${countText(dropped)}</strong>`)}${fact("Refused", countsHtml(refused))}</dl></article>`;
}

function inputHtml(input: InputRow, nowMs: number): string {
  const { name, port, lines, perMinute, programs, rejected, last, lastRejected } = input;
  const rejectedLine =
    lastRejected === null
      ? ""
      : `<code>rejected ${ago(lastRejected.at, nowMs)} ago: ${escaped(lastRejected.text)}</code>`;
  return `<article><h3>${escaped(name)} <span>${escaped(port)}</span></h3><dl>
${fact("Lines", countText(lines))}${fact("Per minute", countText(perMinute))}
${fact("Latest", last === null ? "none" : `${ago(last.at, nowMs)} ago`)}
${fact("Programs", Object.keys(programs).length === 0 ? "none" : escaped(Object.keys(programs).join(", ")))}
${fact("Rejected", countsHtml(rejected))}</dl>${last === null ? "" : `<code>${escaped(last.text)}</code>`}${rejectedLine}</article>`;
}

/** Returns a name with its value, which is HTML. */
export function fact(name: string, html: string): string {
  return `<div><dt>${name}</dt><dd>${html}</dd></div>`;
}

function countsHtml(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(
    ([reason, count]) => `${countText(count)} ${escaped(reason)}`,
  );
  return texts.length === 0 ? "0" : `<strong>${texts.join(", ")}</strong>`;
}

/** Returns how long ago a time was, without "ago". */
export function ago(at: string, nowMs: number): string {
  return durationText(nowMs - Date.parse(at));
}

/** Returns text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
