import {
  ago,
  bytesText,
  countText,
  documentOf,
  durationText,
  escaped,
  fact,
  outputHtml,
} from "@jetwire/relay";
import type { BridgeStatus } from "./status.ts";

/** Returns the page of a bridge, which loads itself again. */
export function pageOf(status: BridgeStatus): string {
  const nowMs = Date.parse(status.now);
  const { buffer, outputs, aircraft, startedAt } = status;
  const disk = buffer === null ? "" : `, ${bytesText(buffer.bytes)} on disk`;
  const problem = buffer?.problem ? `<p><strong>${escaped(buffer.problem)}</strong></p>` : "";
  const sent = outputs.map((one) => outputHtml(one, nowMs)).join("");
  return documentOf({
    title: "Jetwire bridge",
    head: `<p>Running for ${durationText(nowMs - Date.parse(startedAt))}${disk}. <a href="status.json">status.json</a></p>${problem}`,
    main: `<h2>Stream</h2>${sourceHtml(status.source, nowMs)}
${sent === "" ? "" : `<h2>Outputs</h2>${sent}`}${aircraft === null ? "" : `<h2>Aircraft</h2>${aircraftHtml(aircraft)}`}`,
  });
}

function sourceHtml(source: BridgeStatus["source"], nowMs: number): string {
  const { kind, url, connection, problem, received, gaps, dropped, lastAt, filter } = source;
  const reason = problem === null ? "" : `: ${escaped(problem)}`;
  const state =
    connection === "connected"
      ? "<em>connected</em>"
      : `<strong>${escaped(connection)}${reason}</strong>`;
  const selected =
    Object.keys(filter).length === 0 ? "" : `<code>${escaped(JSON.stringify(filter))}</code>`;
  return `<article><h3>${escaped(kind)} <span>${escaped(url)}</span></h3>${state}<dl>
${fact("Messages", countText(received))}
${fact("Latest", lastAt === null ? "none" : `${ago(lastAt, nowMs)} ago`)}
${fact("Gaps", bad(gaps))}${fact("Dropped", bad(dropped))}</dl>${selected}</article>`;
}

function aircraftHtml(state: NonNullable<BridgeStatus["aircraft"]>): string {
  const { aircraft, positions, withoutAddress, sbsClients } = state;
  return `<article><dl>${fact("Aircraft", countText(aircraft))}${fact("Positions", countText(positions))}
${fact("Messages without address", countText(withoutAddress))}
${sbsClients === null ? "" : fact("Programs that read SBS", countText(sbsClients))}</dl></article>`;
}

function bad(count: number): string {
  return count === 0 ? "0" : `<strong>${countText(count)}</strong>`;
}
