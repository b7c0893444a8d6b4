import type { MessageDraft } from "./decoded-message.ts";
import { type Fields, fieldsOf, finiteNumber } from "./fields.ts";

/** Nothing that sends ACARS flies higher; 220,000 and 255,000 ft are fillers. */
const altitudeFeetMax = 60_000;
const altitudeFeetMin = -2_000;

/**
 * Puts a position into the draft if it is one: decoders fill unknown ones with 0,0 or 180,180. An
 * altitude counts by itself, so a filler there doesn't cost the position.
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

/** The position of an ADS-C report as libacars decodes it (ARINC 622). */

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
