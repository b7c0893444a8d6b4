/*
 * Values of FANS-1/A CPDLC messages: their bits (unaligned PER after the ASN.1 of RTCA DO-258, whose
 * ranges libacars carries) and the member that libacars prints for them.
 */
import type { JsonField } from "../../json-text.ts";
import { fixed6, jsonArray, jsonObject, quoted } from "../../json-text.ts";
import type { BitField } from "../bits.ts";
import { sevenBits } from "../bits.ts";

/** A value as it is sent, and as a member of the tree. */
export interface CpdlcValue {
  readonly bits: readonly BitField[];
  readonly field: JsonField;
}

/** Degrees, whole tenths of minutes. */
export interface LatitudeLongitude {
  readonly latitude: number;
  readonly longitude: number;
}

const flightLevelLowest = 30;
const vhfLowestKhz = 117_000;
const machLowest = 61;
const celsiusLowest = -80;

export const offsetDirections = ["left", "right"] as const;

export const facilityFunctions = ["center", "approach", "tower"] as const;

export function flightLevelValue(level: number, name = "alt"): CpdlcValue {
  return {
    bits: [
      [6, 3],
      [level - flightLevelLowest, 10],
    ],
    field: [name, choice("altitudeFlightLevel", [["flight_level", String(level)]])],
  };
}

/** A fix of up to five characters. */
export function fixValue(text: string, name = "pos"): CpdlcValue {
  return {
    bits: [[0, 3], [text.length - 1, 3], ...sevenBits(text)],
    field: [name, choice("fixName", [["fix", quoted(text)]])],
  };
}

/** A list of two fixes. */
export function twoFixes(first: string, second: string): CpdlcValue {
  const values = [fixValue(first), fixValue(second)];
  const items = values.map(({ field }) => jsonObject([field]));
  return { bits: values.flatMap(({ bits }) => bits), field: ["pos_pos", jsonArray(items)] };
}

export function coordinatesValue(at: LatitudeLongitude, name = "pos"): CpdlcValue {
  const latitude = degreesAndTenths(at.latitude);
  const longitude = degreesAndTenths(at.longitude);
  const tree = jsonObject([
    ["lat", angle(latitude, at.latitude < 0 ? "south" : "north")],
    ["lon", angle(longitude, at.longitude < 0 ? "west" : "east")],
  ]);
  return {
    bits: [
      [3, 3],
      [1, 1],
      [latitude.degrees, 7],
      [latitude.tenths, 10],
      [at.latitude < 0 ? 1 : 0, 1],
      [1, 1],
      [longitude.degrees, 8],
      [longitude.tenths, 10],
      [at.longitude < 0 ? 1 : 0, 1],
    ],
    field: [name, choice("latitudeLongitude", [["lat_lon", tree]])],
  };
}

/** Returns the degrees that `coordinates` carries: to tenths of minutes. */
export function roundedDegrees(degrees: number): number {
  const { degrees: whole, tenths } = degreesAndTenths(degrees);
  return Math.sign(degrees) * (whole + tenths / 600);
}

export function offset(miles: number, direction: (typeof offsetDirections)[number]): CpdlcValue {
  const distance = choice("distanceOffsetNm", [["dist_offset_nm", measured("nm", miles)]]);
  const tree = jsonObject([
    ["dist_offset", distance],
    ["dir", quoted(direction)],
  ]);
  return {
    bits: [
      [0, 1],
      [miles - 1, 7],
      [offsetDirections.indexOf(direction), 4],
    ],
    field: ["dist_offset_dir", tree],
  };
}

/** A unit's name of 3 to 18 characters, and its frequency in kHz. */
export function unitAndFrequency(
  unit: string,
  facility: (typeof facilityFunctions)[number],
  khz: number,
): CpdlcValue {
  const identification = choice("iCAOfacilityname", [["icao_facility_name", quoted(unit)]]);
  const name = jsonObject([
    ["icao_facility_id", identification],
    ["icao_facility_function", quoted(facility)],
  ]);
  const frequency = choice("frequencyvhf", [["vhf", measured("MHz", khz / 1_000)]]);
  const tree = jsonObject([
    ["icao_unit_name", name],
    ["freq", frequency],
  ]);
  return {
    bits: [
      [1, 1],
      [unit.length - 3, 4],
      ...sevenBits(unit),
      [facilityFunctions.indexOf(facility), 3],
      [1, 2],
      [khz - vhfLowestKhz, 15],
    ],
    field: ["icao_unit_name_freq", tree],
  };
}

/** Up to 256 characters of seven bits. */
export function freeText(text: string): CpdlcValue {
  return {
    bits: [[text.length - 1, 8], ...sevenBits(text)],
    field: ["free_text", quoted(text)],
  };
}

/** A designator of four characters and a table. */
export function facilityAndTable(designator: string): CpdlcValue {
  const tree = jsonObject([
    ["icao_facility_designation", quoted(designator)],
    ["tp4table", quoted("labelA")],
  ]);
  return {
    bits: [...sevenBits(designator), [0, 1]],
    field: ["icao_facility_designation_tp4_table", tree],
  };
}

export function version(number: number): CpdlcValue {
  return { bits: [[number, 4]], field: ["ver_num", String(number)] };
}

/** Hour and minute in UTC. */
export function clockValue(atMs: number, name: string): CpdlcValue {
  const minutes = Math.floor(atMs / 60_000) % 1_440;
  const hour = Math.floor(minutes / 60);
  const minute = minutes % 60;
  return {
    bits: [
      [hour, 5],
      [minute, 6],
    ],
    field: [name, `{"hour":${hour},"min":${minute}}`],
  };
}

/** @param hundredths of Mach, 61 to 92 */
export function mach(hundredths: number): CpdlcValue {
  const value = measured("", hundredths / 100);
  return {
    bits: [
      [6, 3],
      [hundredths - machLowest, 5],
    ],
    field: ["speed", choice("speedMach", [["speed_mach", value]])],
  };
}

export function celsius(degrees: number): CpdlcValue {
  return {
    bits: [
      [0, 1],
      [degrees - celsiusLowest, 7],
    ],
    field: ["temp", choice("temperatureC", [["temp_deg_c", measured("C", degrees)]])],
  };
}

/** Degrees from 1 to 360, and knots. */
export function wind(direction: number, knots: number): CpdlcValue {
  const speed = choice("windSpeedEnglish", [["wind_speed_english", measured("kts", knots)]]);
  const tree = jsonObject([
    ["wind_dir", measured("deg", direction)],
    ["wind_speed", speed],
  ]);
  return {
    bits: [
      [direction - 1, 9],
      [0, 1],
      [knots, 8],
    ],
    field: ["winds", tree],
  };
}

function choice(name: string, data: readonly JsonField[]): string {
  return jsonObject([
    ["choice", quoted(name)],
    ["data", jsonObject(data)],
  ]);
}

function measured(unit: string, value: number): string {
  return `{"val":${fixed6(value)},"unit":${quoted(unit)}}`;
}

function angle(at: { degrees: number; tenths: number }, direction: string): string {
  return `{"deg":${at.degrees},"min":${fixed6(at.tenths / 10)},"dir":${quoted(direction)}}`;
}

function degreesAndTenths(degrees: number): { degrees: number; tenths: number } {
  const tenths = Math.round(Math.abs(degrees) * 600);
  return { degrees: Math.floor(tenths / 600), tenths: tenths % 600 };
}
