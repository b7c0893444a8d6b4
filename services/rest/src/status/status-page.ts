import { type StatusDay, statusDays, type Status } from "@jetwire/protocol";
import escapeHtml from "escape-html";
import type { KnownPast } from "./status-history.ts";

/** The content of the status page. */
export interface ShownStatus extends Pick<Status, "degraded" | "canary"> {
  readonly past: KnownPast;
  readonly now: Date;
}

const dayMs = 86_400_000;
/** The share of lost canary messages from which on a day is shown as one of an outage. */
const badShare = 0.01;

/** Writes the status page as HTML. */
export function statusPage({ degraded, canary, past, now }: ShownStatus): string {
  return [
    stateOf(degraded),
    canary === null ? "" : newestOf(canary),
    announcementsOf(past),
    daysOf(past, now),
    `<p class="soft">Seen at ${timeOf(now.toISOString())}. By program: <a href="/v1/status">/v1/status</a>, <a href="/v1/status/days">/v1/status/days</a>.</p>`,
  ].join("");
}

function stateOf(degraded: Status["degraded"]): string {
  if (degraded.length === 0) return `<p class="state">All parts work.</p>`;
  const items = degraded.map(
    ({ part, reason }) => `<li>${escapeHtml(part)}: ${escapeHtml(reason)}</li>`,
  );
  return `<div class="state bad"><p>Not all parts work.</p><ul>${items.join("")}</ul></div>`;
}

function announcementsOf({ announcements }: KnownPast): string {
  if (announcements.length === 0) return "";
  const items = announcements.map(({ text, from, until }) => {
    const end = until === null ? "" : `, until ${timeOf(until)}`;
    return `<p>${escapeHtml(text)}</p><p class="soft">From ${timeOf(from)}${end}</p>`;
  });
  return `<h2>Announcements</h2>${items.join("")}`;
}

function daysOf({ asOf, days }: KnownPast, now: Date): string {
  const title = `<h2>The last ${statusDays} days</h2>`;
  if (asOf === null) return `${title}<p>The days cannot be read now.</p>`;
  const total = sumOf(days);
  if (total.sent === 0) return `${title}<p>No test messages have been sent yet.</p>`;
  const byDay = new Map(days.map((day) => [day.day, day]));
  const shown = Array.from({ length: statusDays }, (_, index) =>
    new Date(now.getTime() - (statusDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const bars = shown.map((day) => barOf(day, byDay.get(day)));
  const isOld = now.getTime() - Date.parse(asOf) > 5 * 60_000;
  return [
    title,
    `<p>${percentOf(total)} of the test messages arrived. The service sends one to itself every ten seconds, as a feeder does; it has arrived when it is stored and delivered within eight seconds.</p>`,
    `<ol class="days" aria-hidden="true">${bars.join("")}</ol>`,
    `<p class="soft ends"><span>${shown[0]}</span><span>today (UTC)</span></p>`,
    `<p class="soft">Green: all arrived. Yellow: under 1 % were lost. Red: more were lost. Grey: none were sent.</p>`,
    lossesOf(days),
    isOld ? `<p class="soft">As of ${timeOf(asOf)}: the days cannot be read now.</p>` : "",
  ].join("");
}

function barOf(day: string, counts: StatusDay | undefined): string {
  if (counts === undefined) return `<li class="none" title="${day}: none were sent"></li>`;
  return `<li class="${kindOf(counts)}" title="${day}: ${percentOf(counts)} arrived"></li>`;
}

function kindOf({ sent, arrived }: StatusDay): "good" | "some" | "bad" {
  if (arrived === sent) return "good";
  return (sent - arrived) / sent < badShare ? "some" : "bad";
}

/** Lists the days with losses, newest first: the bars alone say it by colour, and not to everybody. */
function lossesOf(days: readonly StatusDay[]): string {
  const losses = days.filter(({ sent, arrived }) => arrived < sent).toReversed();
  if (losses.length === 0) return "<p>No test message was lost.</p>";
  const rows = losses.map(
    (day) =>
      `<tr><th scope="row">${day.day}</th><td>${percentOf(day)}</td><td>${day.sent - day.arrived} of ${day.sent}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Day with losses</th><th scope="col">Arrived</th><th scope="col">Lost</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function newestOf({ sentAt, failed }: NonNullable<Status["canary"]>): string {
  const result = failed === null ? "arrived" : "did not arrive";
  return `<p>The newest test message was sent at ${timeOf(sentAt)} and ${result}.</p>`;
}

function sumOf(days: readonly StatusDay[]): Omit<StatusDay, "day"> {
  const sum = { sent: 0, arrived: 0 };
  for (const { sent, arrived } of days) {
    sum.sent += sent;
    sum.arrived += arrived;
  }
  return sum;
}

/** Rounds down: what is not complete is never shown as 100 %. */
function percentOf({ sent, arrived }: Omit<StatusDay, "day">): string {
  return `${Math.floor((arrived / sent) * 10_000) / 100} %`;
}

function timeOf(instant: string): string {
  return `<time datetime="${escapeHtml(instant)}">${escapeHtml(`${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`)}</time>`;
}
