/** Media advisories: which links an aircraft has, and which it gained or lost (libacars' `media-adv`). */
import { type Fields, fieldsOf, isFields } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { treeClock, contentOf, itemOf, treeText } from "./words.ts";

/** More links than there are codes of. */
const linksMax = 12;

export function readMediaAdvisory(advisory: Fields): Findings | null {
  const current = fieldsOf(advisory.current_link);
  const link = linkName(current);
  if (advisory.err === true || link === null) return null;
  const isLost = current.established === false;
  const time = treeClock(current.time);
  const available = Array.isArray(advisory.links_avail)
    ? advisory.links_avail.slice(0, linksMax).flatMap((one) => linkName(one) ?? [])
    : [];
  const text = treeText(advisory.text);
  const event = `${link} ${isLost ? "lost" : "established"}${time === null ? "" : ` at ${time}`}`;
  const links = available.length === 0 ? "" : `; available: ${available.join(", ")}`;
  return findingsOf(
    contentOf({
      decoder: "libacars",
      level: "full",
      application: "media-advisory",
      description: `${event}${links}${text === null ? "" : `; ${text}`}`,
      items: [
        ...itemOf("Link", link),
        ...itemOf("Established", !isLost),
        ...itemOf("Since", time),
        ...itemOf("Available links", available.length === 0 ? null : available.join(", ")),
        ...itemOf("Text", text),
      ],
    }),
  );
}

/** Our names of links that libacars describes in other words. */
const linkNames = new Map([
  ["Default SATCOM", "SATCOM"],
  ["Global Star Satcom", "Globalstar"],
  ["ICO Satcom", "ICO"],
  ["Inmarsat Aero H/H+/I/L", "Inmarsat"],
  ["Iridium Satcom", "Iridium"],
]);

function linkName(value: unknown): string | null {
  if (!isFields(value)) return null;
  const description = treeText(value.descr);
  return linkNames.get(description ?? "") ?? description ?? treeText(value.code);
}
