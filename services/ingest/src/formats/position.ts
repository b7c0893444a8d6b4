import type { MessageDraft } from "./decoded-message.ts";
import { type Fields, fieldsOf, finiteNumber } from "./fields.ts";

/** No aircraft with ACARS flies higher; 220,000 and 255,000 ft are fillers. */
const altitudeFeetMax = 60_000;
const altitudeFeetMin = -2_000;

/**
 * Sets a position if it is valid: decoders send 0,0 or 180,180 for unknown ones. A filler in place of
 * the altitude does not invalidate the position.
 */
export function setPosition(
  draft: MessageDraft,
  latitudeValue: unknown,
  longitudeValue: unknown,
  altitudeValue: unknown,
): void {
  const latitude = finiteNumber(latitudeValue);
  const longitude = finiteNumber(longitudeValue);
  if (latitude === null || longitude === null || !isPosition(latitude, longitude)) return;
  draft.latitude = latitude;
  draft.longitude = longitude;
  const altitude = finiteNumber(altitudeValue);
  const isAltitude =
    altitude !== null && altitude >= altitudeFeetMin && altitude <= altitudeFeetMax;
  draft.altitude = isAltitude ? altitude : null;
}

function isPosition(latitude: number, longitude: number): boolean {
  if (latitude === 0 && longitude === 0) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** More tags than a report can have. */
const tagsMax = 32;

/**
 * Sets the position of an ADS-C report (ARINC 622), if libacars decoded one in an ACARS block.
 * Projections (`intermediate_projection`, `fixed_projection`, `predicted_route`) are future
 * positions and not used.
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
