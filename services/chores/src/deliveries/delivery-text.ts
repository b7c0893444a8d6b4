import type { DueDelivery } from "@jetwire/db";

/** The words of a delivery, in every channel. */
export interface DeliveryText {
  readonly title: string;
  readonly body: string;
  /** A page about it; null if there is none. */
  readonly link: string | null;
}

const titleMax = 200;
const bodyMax = 1_500;
const runbookPattern = /^\/docs\/runbook\/alerts(?:#[a-z]+)?$/;

/** Writes a delivery. @param publicUrl the origin of the page; undefined if it is not known */
export function deliveryText(
  { kind, facts }: Pick<DueDelivery, "kind" | "facts">,
  publicUrl: string | undefined,
): DeliveryText {
  const link = (path: string) => (publicUrl === undefined ? null : publicUrl + path);
  if (kind === "test") {
    const body = "Notifications of your account will arrive here.";
    return { title: "A test of Jetwire", body, link: link("/desk/destinations") };
  }
  if (kind === "quiet-summary") {
    const { count = "1", what = "" } = facts;
    return {
      title: `${count} during your quiet hours`,
      body: line(what, bodyMax),
      link: link("/notifications"),
    };
  }
  const { title = "", body = "", data = {} } = facts;
  return {
    title: line(title, titleMax),
    body: line(body, bodyMax),
    link: link(pathOf(kind, data)),
  };
}

function pathOf(kind: string, data: Readonly<Record<string, unknown>>): string {
  const { messageId, stationId, runbook } = data;
  if (kind === "service.health" && typeof runbook === "string" && runbookPattern.test(runbook)) {
    return runbook;
  }
  if (kind === "alert.match" && typeof messageId === "string") {
    return `/messages/${encodeURIComponent(messageId)}`;
  }
  if (typeof stationId === "number") return `/stations/${stationId}`;
  return "/notifications";
}

/** Replaces what could hide text or begin another line. */
function line(text: string, charsMax: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .slice(0, charsMax)
    .toWellFormed();
}
