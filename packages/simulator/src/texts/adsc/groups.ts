/*
 * Groups of ADS-C messages (ARINC 745): a tag and values, one after the other. Each is encoded
 * truly, and its tree is what libacars makes of the bits.
 */
import type { SimulatedPosition } from "../../air/position.ts";
import type { JsonField } from "../../json-text.ts";
import { fixed6, jsonArray, jsonObject, quoted } from "../../json-text.ts";
import type { BitField } from "../bits.ts";

export interface AdscGroup {
  readonly bits: readonly BitField[];
  /** libacars' name of the group, and its values. */
  readonly field: JsonField;
}

const degreesPerUnit = 180 / 2 ** 20;
const trackDegreesPerUnit = 180 / 2 ** 11;
const windDegreesPerUnit = 180 / 2 ** 8;
const feetPerUnit = 4;
const secondsPerUnit = 0.125;
const knotsPerUnit = 0.5;
const feetPerMinutePerUnit = 16;
const celsiusPerUnit = 0.25;
/** Redundant navigation, within a quarter of a mile, TCAS on. */
const figureOfMerit = 0x1d;

/** Tags of the groups that say where the aircraft is: as agreed, or because something has changed. */
const positionTags = {
  basic_report: 7,
  lat_dev_change_event: 10,
  vspd_chg_event: 18,
  alt_range_event: 19,
  wpt_change_event: 20,
} as const;

export type PositionGroup = keyof typeof positionTags;

export function acknowledgementGroup(contract: number): AdscGroup {
  return numbered(3, "ack", contract);
}

export function positionGroup(name: PositionGroup, at: SimulatedPosition, atMs: number): AdscGroup {
  const sinceHour = Math.floor((atMs % 3_600_000) / 1_000 / secondsPerUnit);
  const tree = jsonObject([
    ...positionFields(at),
    ["ts_sec", fixed6(sinceHour * secondsPerUnit)],
    ["pos_accuracy_nm", fixed6(0.25)],
    ["nav_redundancy", "true"],
    ["tcas_avail", "true"],
  ]);
  return {
    bits: [[positionTags[name], 8], ...positionBits(at), [sinceHour, 15], [figureOfMerit, 7]],
    field: [name, tree],
  };
}

/** Eight characters of the flight plan (`UAL123`). */
export function flightIdentification(flight: string): AdscGroup {
  const padded = flight.slice(0, 8).padEnd(8, " ");
  return {
    bits: [[12, 8], ...Array.from(padded, (letter) => [letter.charCodeAt(0) & 0x3f, 6] as const)],
    field: ["flight_id", jsonObject([["flight_id", quoted(padded)]])],
  };
}

/** The next two points of the route, and the seconds to the first. */
export function predictedRoute(
  next: SimulatedPosition,
  seconds: number,
  then: SimulatedPosition,
): AdscGroup {
  const tree = jsonObject([
    ["next_wpt", jsonObject([...positionFields(next), ["eta_sec", String(seconds)]])],
    ["next_next_wpt", jsonObject(positionFields(then))],
  ]);
  return {
    bits: [[13, 8], ...positionBits(next), [seconds, 14], ...positionBits(then), [0, 6]],
    field: ["predicted_route", tree],
  };
}

/** Degrees, knots, feet a minute. */
export function earthReference(track: number, knots: number, feetPerMinute: number): AdscGroup {
  const speed = Math.round(knots / knotsPerUnit);
  const vertical = Math.round(feetPerMinute / feetPerMinutePerUnit);
  const tree = jsonObject([
    ["true_trk_deg", angle(track, trackDegreesPerUnit)],
    ["true_trk_valid", "true"],
    ["gnd_spd_kts", fixed6(speed * knotsPerUnit)],
    ["vspd_ftmin", String(vertical * feetPerMinutePerUnit)],
  ]);
  return {
    bits: [[14, 8], ...motionBits(track, speed, vertical)],
    field: ["earth_ref_data", tree],
  };
}

/** Degrees, thousandths of Mach in twos, feet a minute. */
export function airReference(heading: number, mach: number, feetPerMinute: number): AdscGroup {
  const speed = Math.round(mach / knotsPerUnit);
  const vertical = Math.round(feetPerMinute / feetPerMinutePerUnit);
  const tree = jsonObject([
    ["true_hdg_deg", angle(heading, trackDegreesPerUnit)],
    ["true_hdg_valid", "true"],
    ["spd_mach", fixed6((speed * knotsPerUnit) / 1_000)],
    ["vspd_ftmin", fixed6(vertical * feetPerMinutePerUnit)],
  ]);
  return {
    bits: [[15, 8], ...motionBits(heading, speed, vertical)],
    field: ["air_ref_data", tree],
  };
}

/** Knots, degrees, degrees Celsius. */
export function meteorology(knots: number, direction: number, celsius: number): AdscGroup {
  const speed = Math.round(knots / knotsPerUnit);
  const temperature = Math.round(celsius / celsiusPerUnit);
  const tree = jsonObject([
    ["wind_spd_kts", fixed6(speed * knotsPerUnit)],
    ["wind_dir_true_deg", angle(direction, windDegreesPerUnit)],
    ["wind_dir_valid", "true"],
    ["temp_c", fixed6(temperature * celsiusPerUnit)],
  ]);
  return {
    bits: [
      [16, 8],
      [speed, 9],
      [0, 1],
      [Math.round(direction / windDegreesPerUnit), 9],
      [temperature, 12],
      [0, 1],
    ],
    field: ["meteo_data", tree],
  };
}

/** The ground asks for a report every so often, and for groups in every so many of them. */
export function periodicContract(
  contract: number,
  rate: number,
  groups: readonly (keyof typeof groupTags)[],
): AdscGroup {
  const interval = jsonObject([
    ["report_interval", jsonObject([["interval_secs", String((rate + 1) * 64)]])],
  ]);
  const others = groups.map((name) => jsonObject([[name, jsonObject([["modulus", "1"]])]]));
  const tree = jsonObject([
    ["contract_num", String(contract)],
    ["groups", jsonArray([interval, ...others])],
  ]);
  return {
    bits: [
      [7, 8],
      [contract, 8],
      [11, 8],
      [0b11, 2],
      [rate, 6],
      ...groups.flatMap((name): BitField[] => [
        [groupTags[name], 8],
        [1, 8],
      ]),
    ],
    field: ["periodic_contract_req", tree],
  };
}

const groupTags = {
  flight_id: 12,
  predicted_route: 13,
  earth_ref_data: 14,
  air_ref_data: 15,
  meteo_data: 16,
} as const;

/** The ground asks for a report when the aircraft leaves its altitudes (feet), its route (nautical miles) or a point of it. */
export function eventContract(
  contract: number,
  limits: { floor: number; ceiling: number; miles: number },
): AdscGroup {
  const groups = [
    jsonObject([
      [
        "report_when_lateral_dev_exceeds",
        jsonObject([["lat_dev_treshold_nm", fixed6(limits.miles)]]),
      ],
    ]),
    jsonObject([
      [
        "report_when_alt_out_of_range",
        `{"floor_alt":${limits.floor},"ceiling_alt":${limits.ceiling}}`,
      ],
    ]),
    jsonObject([["report_wpt_changes", "{}"]]),
  ];
  const tree = jsonObject([
    ["contract_num", String(contract)],
    ["groups", jsonArray(groups)],
  ]);
  return {
    bits: [
      [8, 8],
      [contract, 8],
      [10, 8],
      [limits.miles * 8, 8],
      [19, 8],
      [limits.ceiling / feetPerUnit, 16],
      [limits.floor / feetPerUnit, 16],
      [20, 8],
    ],
    field: ["event_contract_req", tree],
  };
}

export function contractCancellation(contract: number): AdscGroup {
  return numbered(2, "cancel_contract", contract);
}

/** Returns the position that a group carries: degrees and feet to the units of the format. */
export function roundedPosition(at: SimulatedPosition): SimulatedPosition {
  return {
    latitude: Number(degrees(at.latitude)),
    longitude: Number(degrees(at.longitude)),
    altitude: units(at.altitude) * feetPerUnit,
  };
}

function numbered(tag: number, name: string, contract: number): AdscGroup {
  return {
    bits: [
      [tag, 8],
      [contract, 8],
    ],
    field: [name, jsonObject([["contract_num", String(contract)]])],
  };
}

function positionBits({ latitude, longitude, altitude }: SimulatedPosition): BitField[] {
  return [
    [Math.round(latitude / degreesPerUnit), 21],
    [Math.round(longitude / degreesPerUnit), 21],
    [units(altitude), 16],
  ];
}

function positionFields({ latitude, longitude, altitude }: SimulatedPosition): JsonField[] {
  return [
    ["lat", degrees(latitude)],
    ["lon", degrees(longitude)],
    ["alt", String(units(altitude) * feetPerUnit)],
  ];
}

function motionBits(angleDegrees: number, speed: number, vertical: number): BitField[] {
  return [
    [0, 1],
    [Math.round(angleDegrees / trackDegreesPerUnit), 12],
    [speed, 13],
    [vertical, 12],
    [0, 2],
  ];
}

function degrees(value: number): string {
  return fixed6(Math.round(value / degreesPerUnit) * degreesPerUnit);
}

function units(feet: number | null): number {
  return Math.round((feet ?? 0) / feetPerUnit);
}

/** An angle of 0 to 360 degrees, to the units of its field. */
function angle(value: number, perUnit: number): string {
  const unitsOfCircle = Math.round(360 / perUnit);
  return fixed6((Math.round(value / perUnit) % unitsOfCircle) * perUnit);
}
