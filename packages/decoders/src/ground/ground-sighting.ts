import { readPosition } from "../formats/members/position.ts";

/** The radio systems whose ground stations are known by number or address. */
const groundSystems = ["hfdl", "vdl", "aero"] as const;
export type GroundSystem = (typeof groundSystems)[number];

/** A ground station as one frame describes it. */
export interface GroundSighting {
  readonly system: GroundSystem;
  /** The number of HFDL (`4`), the address of VDL2 (`10992A`) or the number of an earth station (`44`). */
  readonly address: string;
  /** Whether the ground station sent the frame; false if an aircraft or another ground station names it. */
  readonly isReceived: boolean;
  readonly name: string | null;
  /** ICAO codes of the airports that it serves. */
  readonly airports: readonly string[];
  /** Degrees; both or neither. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The frequencies, kHz, on which it is active. */
  readonly frequenciesKhz: readonly number[];
  /** Whether these are all of its active frequencies, as a squitter of HFDL names them. */
  readonly isAnnounced: boolean;
  /** HFDL: whether its clock is synchronized; null if the frame does not tell. */
  readonly utcSync: boolean | null;
}

/** The bands of the systems, kHz. Frequencies outside come from wrongly configured decoders. */
const bandsKhz: Readonly<Record<GroundSystem, readonly [min: number, max: number]>> = {
  hfdl: [2_000, 30_000],
  vdl: [118_000, 137_000],
  aero: [1_500_000, 1_700_000],
};

/** Returns a sighting with what is known, and nothing else. */
export function sighting(
  system: GroundSystem,
  address: string,
  known: Partial<GroundSighting>,
): GroundSighting {
  return {
    system,
    address,
    isReceived: false,
    name: null,
    airports: [],
    latitude: null,
    longitude: null,
    frequenciesKhz: [],
    isAnnounced: false,
    utcSync: null,
    ...known,
  };
}

/** Reads a position, to about 10 m: decoders print it with the error of a 32-bit number. */
export function groundPosition(latitudeValue: unknown, longitudeValue: unknown) {
  const position = readPosition(latitudeValue, longitudeValue, null);
  if (position === null) return null;
  return { latitude: round4(position.latitude), longitude: round4(position.longitude) };
}

function round4(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}

/** Returns the frequencies that are in the band of a system, each once. */
export function inBand(system: GroundSystem, khz: readonly (number | null)[]): number[] {
  const [min, max] = bandsKhz[system];
  const whole = khz.map((value) => (value === null ? null : Math.round(value)));
  return [...new Set(whole)].filter((value) => value !== null && value >= min && value <= max) as number[]; // prettier-ignore
}
