/** The position of an ADS-C report as libacars decodes it (ARINC 622). */
import { fieldsOf, type Fields } from "./fields.ts";
import type { MessageDraft } from "./message-draft.ts";
import { setPosition } from "./position.ts";

/** More tags than a report can have. */
const tagsMax = 32;

/**
 * Puts the position into the draft if one of the applications beside an ACARS block is an ADS-C
 * report. Projections (`intermediate_projection`, `fixed_projection`, `predicted_route`) say where
 * the aircraft is going to be, and are left.
 */
export function setAdscPosition(draft: MessageDraft, applications: Fields): void {
  if (applications.arinc622 === undefined) return;
  const arinc622 = fieldsOf(applications.arinc622);
  // inmarsat-sniffer wraps a second ACARS block into the first.
  const inner = arinc622.adsc === undefined ? fieldsOf(arinc622.acars).arinc622 : arinc622;
  const adsc = fieldsOf(fieldsOf(inner).adsc);
  if (adsc.err === true || !Array.isArray(adsc.tags)) return;
  for (const tag of adsc.tags.slice(0, tagsMax)) {
    const report = reportOf(fieldsOf(tag));
    if (report !== undefined) setPosition(draft, report.lat, report.lon, report.alt);
    if (draft.latitude !== null) return;
  }
}

function reportOf(tag: Fields): Fields | undefined {
  const report =
    tag.basic_report ??
    tag.alt_range_event ??
    tag.lat_dev_change_event ??
    tag.vspd_chg_event ??
    tag.wpt_change_event;
  return report === undefined ? undefined : fieldsOf(report);
}
