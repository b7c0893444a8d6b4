/** Position reports in CPDLC messages (dM48), of FANS-1/A (`pos_report`) and ATN (`position_report`). */
import { fieldsOf, isFields } from "../../formats/fields.ts";
import { readPosition } from "../../formats/members/position.ts";
import { timesOf } from "../clock-times.ts";
import type { Findings } from "../findings.ts";
import {
  chosen,
  quantityReader,
  readDegrees,
  readLevel,
  readPlace,
  readSpeed,
  readTime,
} from "./values.ts";
import {
  treeClock,
  coordinatesOf,
  type TreeItem,
  itemOf,
  treeName,
  type Phrase,
  positionWords,
  spaced,
  treeText,
} from "./words.ts";

/** Values of the aircraft that a message reports, besides its content in words. */
export type Reported = Partial<Omit<Findings, "decoded">>;

export function readTreePositionReport(value: unknown): (Phrase & { reported: Reported }) | null {
  if (!isFields(value)) return null;
  const current = value.pos_current ?? value.position;
  const altitude = readLevel(value.alt ?? value.level);
  const time = treeClock(value.time_at_pos_current ?? value.time);
  const next = placeAt(value.next_fix ?? value.fix_next, value.eta_at_fix_next);
  const then = readPlace(value.next_next_fix ?? value.fix_next_plus_one)?.words ?? null;
  const speed = readSpeed(value.speed);
  const eta = treeClock(value.eta_at_dest);
  const coordinates = coordinatesOf(fieldsOf(chosen(current)).lat_lon);
  const place = readPlace(current)?.words ?? null;
  const at = coordinates === null ? place : positionAndName(coordinates, place);
  const words = [
    at !== null && time !== null ? `${at} at ${time}` : at,
    altitude?.words ?? null,
    speed?.words ?? null,
    next && `next ${next}`,
    then && `then ${then}`,
    eta && `destination at ${eta}`,
  ].filter((part) => part !== null);
  return {
    words: words.join(", "),
    items: [
      ...itemOf("Position", at),
      ...itemOf("Time of position", time),
      ...(altitude?.items ?? []),
      ...itemOf("Next waypoint", next),
      ...itemOf("Following waypoint", then),
      ...itemOf("ETA at destination", eta),
      ...(speed?.items ?? []),
      ...flightItems(value),
    ],
    reported: {
      ...coordinates,
      ...(feetOf(altitude) !== null && { altitude: feetOf(altitude) }),
      ...(eta !== null && { times: timesOf({ eta: eta.replaceAll(":", "") }) }),
    },
  };
}

/** Returns the altitude of a phrase in feet. */
export function feetOf(level: Phrase | null): number | null {
  const feet = level?.items[0]?.value;
  return readPosition(1, 1, feet)?.altitude ?? null;
}

function positionAndName(
  { latitude, longitude }: { latitude: number; longitude: number },
  place: string | null,
): string {
  const words = positionWords(latitude, longitude);
  return place === null || place === words ? words : `${place} (${words})`;
}

function placeAt(place: unknown, time: unknown): string | null {
  const words = readPlace(place)?.words ?? null;
  const clock = treeClock(time);
  return words !== null && clock !== null ? `${words} ${clock}` : words;
}

/** Returns the values that a report may contain besides position and estimates. */
function flightItems(report: Readonly<Record<string, unknown>>): TreeItem[] {
  const winds = fieldsOf(report.winds);
  const change = fieldsOf(report.vert_change ?? report.vertical_change);
  const turning = treeText(change.vert_dir ?? change.vertical_direction);
  return [
    ...quantityItem("Ground speed", report.speed_gnd ?? report.ground_speed),
    ...itemOf("Vertical direction", turning && spaced(turning)),
    ...quantityItem("Vertical speed", change.vert_rate ?? change.vertical_rate),
    ...itemOf("Track", readDegrees(report.trk_angle)?.words ?? null),
    ...itemOf("Heading", readDegrees(report.true_hdg ?? report.heading)?.words ?? null),
    ...quantityItem("Wind direction", winds.wind_dir ?? winds.wind_direction),
    ...quantityItem("Wind speed", winds.wind_speed),
    ...quantityItem("Temperature", report.temp ?? report.temperature),
    ...itemOf("Turbulence", treeText(report.turbulence)),
    ...itemOf("Icing", treeText(report.icing)),
    ...itemOf("Fuel", treeClock(report.rem_fuel_time ?? report.remaining_fuel)),
    ...itemOf("Persons on board", treeName(report.persons_onboard)),
    ...itemOf(
      "Reported waypoint",
      readPlace(report.reported_wpt_pos ?? report.reported_waypoint_position)?.words ?? null,
    ),
    ...itemOf(
      "Time of reported waypoint",
      readTime(report.reported_wpt_time ?? report.reported_waypoint_time)?.words ?? null,
    ),
    ...itemOf(
      "Altitude of reported waypoint",
      readLevel(report.reported_wpt_alt ?? report.reported_waypoint_level)?.words ?? null,
    ),
    ...itemOf("Remark", treeText(report.supplementary_info)),
  ];
}

function quantityItem(label: string, value: unknown): TreeItem[] {
  return [...(quantityReader(label)(value)?.items ?? [])];
}
