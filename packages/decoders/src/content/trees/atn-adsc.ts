/** ADS-C of the ATN (version 2), as dumpvdl2 decodes it: contracts, reports and projected profiles. */
import { type Fields, fieldsOf, finiteNumber, isFields } from "../../formats/fields.ts";
import { readPosition } from "../../formats/members/position.ts";
import type { AtnContent } from "./atn-content.ts";
import { chosen, quantityReader, readPlace, readSpeed } from "./values.ts";
import {
  altitudeWords,
  treeClock,
  coordinatesOf,
  type TreeItem,
  itemOf,
  positionWords,
  quantityOf,
  rounded,
  spaced,
  treeText,
} from "./words.ts";

/** The units of the protocol, by their keys, besides reports. */
const unitWords = new Map([
  ["adsc_contract_request_accept", "ADS-C contract accepted"],
  ["adsc_ack", "ADS-C contract acknowledged"],
  ["adsc_reject", "ADS-C contract refused"],
  ["adsc_non_compliance_notification", "ADS-C contract met in part"],
  ["request_contract", "ADS-C contract requested"],
  ["adsc_cancel_contract", "Cancel ADS-C contract"],
  ["adsc_cancel_all_contracts", "Cancel all ADS-C contracts"],
  ["adsc_cancel_ack", "ADS-C contract cancelled"],
  ["cancel_reject_reason", "ADS-C contract not cancelled"],
  ["adsc_user_abort", "ADS-C aborted by user"],
  ["provider_abort_reason", "ADS-C aborted by provider"],
]);

const reportKeys = ["event_report", "periodic_report", "on_demand_report"] as const;

/** @param adsc dumpvdl2's `adsc_v2` */
export function readAtnAdsc(adsc: Fields): AtnContent | null {
  if (adsc.err === true) return null;
  const pdus = fieldsOf(adsc.adsc_aircraft_pdus ?? adsc.adsc_ground_pdus);
  const pdu = pdus.adsc_aircraft_pdu ?? pdus.adsc_ground_pdu;
  const unit = isFields(pdu) ? fieldsOf(pdu.data) : adsc;
  const accepted = fieldsOf(fieldsOf(unit.adsc_contract_request_accept).data);
  const report = unit.adsc_report ?? accepted.adsc_report;
  if (isFields(report)) return readReport(fieldsOf(report.data));
  for (const [key, words] of unitWords) {
    if (unit[key] !== undefined) return readUnit(words, unit[key]);
  }
  return null;
}

function readUnit(words: string, value: unknown): AtnContent {
  const data = fieldsOf(chosen(value));
  const [inner] = Object.values(data).filter(isFields);
  const number =
    finiteNumber(data.contract_number) ?? finiteNumber(fieldsOf(inner).contract_number);
  const reason = treeText(value) ?? treeText(data.reject_reason);
  const kind = treeText(data.request_type);
  const [requested] = Object.keys(data).filter((key) => key.endsWith("_contract_request"));
  const name = requested === undefined ? "" : ` (${spaced(requested.slice("adsc_".length))})`;
  const end = reason === null ? "" : `: ${spaced(reason)}`;
  return {
    application: "atn-adsc",
    description: `${words}${number === null ? "" : ` ${number}`}${name}${end}`,
    items: [
      ...itemOf("Contract", number),
      ...itemOf("Contract type", kind && spaced(kind)),
      ...itemOf("Reason", reason && spaced(reason)),
    ],
    isFull: requested === undefined,
    reported: {},
  };
}

function readReport(reports: Fields): AtnContent | null {
  const key = reportKeys.find((name) => isFields(reports[name]));
  if (key === undefined) return null;
  const report = fieldsOf(reports[key]);
  const data = fieldsOf(report.report_data);
  const event = treeText(report.reported_event);
  const own = fieldsOf(data.position);
  const coordinates = coordinatesOf(own);
  const feet = feetIn(own.alt);
  const position = coordinates && readPosition(coordinates.latitude, coordinates.longitude, feet);
  const place = position && positionWords(position.latitude, position.longitude);
  const next = nextWaypoints(data);
  const air = fieldsOf(data.air_vector);
  const speed = readSpeed(bothSpeeds(air.airspeed));
  const ground = fieldsOf(data.ground_vector);
  const groundSpeed = quantityOf(ground.ground_speed);
  const words = [
    place,
    feet === null ? null : altitudeWords(feet),
    speed?.words ?? null,
    groundSpeed === null ? null : `${Math.round(groundSpeed.amount)} kt GS`,
    next.length === 0 ? null : `next ${next.slice(0, 2).join(", then ")}`,
  ].filter((part) => part !== null);
  const start = event === null ? "Position" : `${spaced(event)}, position`;
  return {
    application: "atn-adsc",
    description: words.length === 0 ? `ADS-C ${spaced(key)}` : `${start}: ${words.join(", ")}`,
    items: [
      ...itemOf("Contract", finiteNumber(report.contract_number ?? data.contract_number)),
      ...itemOf("Event", event && spaced(event)),
      ...itemOf("Position", place),
      ...itemOf("Altitude", feet, "ft"),
      ...itemOf("Time of position", treeClock(fieldsOf(data.timestamp).time)),
      ...(speed?.items ?? []),
      ...vectorItems(air, ground),
      ...weatherItems(fieldsOf(data.meteo_data)),
      ...next.flatMap((waypoint) => itemOf("Next waypoint", waypoint)),
      ...massItems(fieldsOf(data.extended_projected_profile)),
    ],
    isFull: place !== null,
    reported: position ?? {},
  };
}

function feetIn(value: unknown): number | null {
  const level = quantityOf(value);
  return level === null || level.unit !== "ft" ? null : level.amount;
}

/** Returns the speeds of an air vector as one value: Mach is reported with the indicated airspeed. */
function bothSpeeds(airspeed: unknown): unknown {
  const data = fieldsOf(chosen(airspeed));
  const { mach, ias } = isFields(data.mach_and_ias) ? data.mach_and_ias : data;
  return mach === undefined ? { speed_indicated: ias } : { speed_mach: mach };
}

function vectorItems(air: Fields, ground: Fields): TreeItem[] {
  return [
    ...quantityItem("Heading", air.heading),
    ...quantityItem("Track", ground.ground_track),
    ...quantityItem("Ground speed", ground.ground_speed),
    ...quantityItem("Vertical speed", air.vertical_rate ?? ground.vertical_rate),
  ];
}

function weatherItems(weather: Fields): TreeItem[] {
  return [
    ...quantityItem("Wind direction", weather.wind_direction),
    ...quantityItem("Wind speed", weather.wind_speed),
    ...quantityItem("Temperature", weather.temperature),
  ];
}

function massItems(profile: Fields): TreeItem[] {
  return quantityItem("Gross mass", profile.gross_mass);
}

function quantityItem(label: string, value: unknown): TreeItem[] {
  return [...(quantityReader(label)(value)?.items ?? [])];
}

/** More waypoints of a profile (up to 128) are not listed. */
const waypointsMax = 16;

/** Returns the waypoints ahead, with their levels and times. */
function nextWaypoints(data: Fields): string[] {
  const extended = fieldsOf(data.extended_projected_profile).extended_waypoint_sequence;
  const projected = fieldsOf(data.projected_profile).waypoint_sequence;
  const sequence = Array.isArray(extended) ? extended : projected;
  if (!Array.isArray(sequence)) return [];
  return sequence.slice(0, waypointsMax).flatMap((entry) => {
    const fields = fieldsOf(entry);
    return waypointWords(fieldsOf(fields.waypoint_data ?? fields.waypoint_sequence_element)) ?? [];
  });
}

function waypointWords(waypoint: Fields): string | null {
  const named = isFields(waypoint.waypoint) ? waypoint.waypoint : waypoint;
  const spot = isFields(named.position) ? named.position : named;
  const coordinates = coordinatesOf(spot);
  const name =
    treeText(named.waypoint_name) ??
    readPlace(spot)?.words ??
    (coordinates && positionWords(coordinates.latitude, coordinates.longitude));
  if (name === null) return null;
  const feet = feetIn(fieldsOf(chosen(waypoint.epp_level)).alt_qne ?? spot.alt);
  const time = treeClock(waypoint.eta)?.slice(0, 5) ?? null;
  const level = feet === null ? null : altitudeWords(rounded(feet, 0));
  return [name, level, time].filter((part) => part !== null).join(" ");
}
