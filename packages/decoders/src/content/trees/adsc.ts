/** ADS-C, the automatic reports of an aircraft's position, as libacars decodes them. */
import { type Fields, fieldsOf } from "../../formats/fields.ts";
import { readPosition } from "../../formats/position.ts";
import { findingsOf, type Findings } from "../findings.ts";

/** More tags than a report can have. */
const tagsMax = 32;

/** The tags whose position is the aircraft's. Those of projections are future positions. */
const reportTags = [
  "basic_report",
  "emergency_basic_report",
  "alt_range_event",
  "lat_dev_change_event",
  "vspd_chg_event",
  "wpt_change_event",
];

/** @param adsc libacars' `adsc`: `err` and `tags`, a list of objects of one member each */
export function readAdsc(adsc: Fields): Findings | null {
  if (adsc.err === true || !Array.isArray(adsc.tags)) return null;
  const tags = adsc.tags.slice(0, tagsMax).map(fieldsOf);
  const report = tags
    .flatMap((tag) => reportTags.flatMap((name) => tag[name] ?? []))
    .map(fieldsOf)[0];
  const position = readPosition(report?.lat, report?.lon, report?.alt);
  return findingsOf(
    {
      by: "decoder",
      decoder: "libacars",
      level: "partial",
      application: "adsc",
      description: position === null ? "ADS-C" : "ADS-C position",
      items: [],
    },
    position ?? {},
  );
}
