import type { Band } from "./air/transmission.ts";
import { createSeededRandom } from "./random.ts";
import type { SeededRandom } from "./random.ts";
import { stationSetups } from "./station-setups.ts";
import type { StationSetup } from "./station-setups.ts";
import { allAirports } from "./world/airports.ts";
import type { SimulatedAirport, Region } from "./world/airports.ts";

/** A simulated feeder station. */
export interface SimulatedStation extends StationSetup {
  /** Its index in the network, from 0. */
  readonly number: number;
  /** Name of the station (`SIM-KABQ1-VDL2`), even if its decoder does not send it. */
  readonly ident: string;
  /** True if it sends no ident, so that only its source address is known. */
  readonly anonymous: boolean;
  readonly airport: SimulatedAirport;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Channels that it listens to; empty if the decoder does not print them. */
  readonly frequenciesMhz: readonly number[];
  /** Offset of its clock, within the usual 160 ms. */
  readonly clockAheadMs: number;
  /** dB that its aerial is better or worse than usual. */
  readonly gainDb: number;
}

/** Neighbouring stations receive the same transmissions. */
const stationsPerAirport = 6;

const bandNames: Record<Band, string> = {
  acars: "ACARS",
  vdl: "VDL2",
  hfdl: "HFDL",
  aero: "AERO",
  iridium: "IRDM",
};

const acarsFrequenciesMhz: Record<Region, readonly number[]> = {
  americas: [129.125, 130.025, 130.45, 131.125, 131.475, 131.55, 131.725],
  europe: [131.525, 131.725, 131.825, 131.85],
  "asia-pacific": [131.45, 131.475, 131.55],
};

const vdlFrequenciesMhz: Record<Region, readonly number[]> = {
  americas: [136.65, 136.7, 136.8, 136.975],
  europe: [136.725, 136.775, 136.825, 136.875, 136.975],
  "asia-pacific": [136.825, 136.975],
};

/** Stations with distinct idents, every one marked as simulated; a larger network begins with the smaller one. */
export function simulatedStations(options: { seed: number; count: number }): SimulatedStation[] {
  const random = createSeededRandom(options.seed, "stations");
  const countByAirportAndBand = new Map<string, number>();
  const stations: SimulatedStation[] = [];
  for (let number = 0; number < options.count; number++) {
    stations.push(newStation(random, number, countByAirportAndBand));
  }
  return stations;
}

function newStation(
  random: SeededRandom,
  number: number,
  countByAirportAndBand: Map<string, number>,
): SimulatedStation {
  const setup = itemAt(stationSetups, number);
  const airport = itemAt(allAirports, Math.floor(number / stationsPerAirport));
  const key = `${airport.icao} ${setup.band}`;
  const numberThere = (countByAirportAndBand.get(key) ?? 0) + 1;
  countByAirportAndBand.set(key, numberThere);
  return {
    ...setup,
    number,
    ident: `SIM-${airport.icao}${numberThere}-${bandNames[setup.band]}`,
    anonymous: !setup.sendsIdent,
    airport,
    latitude: rounded(airport.latitude + random.between(-0.4, 0.4)),
    longitude: rounded(airport.longitude + random.between(-0.5, 0.5)),
    frequenciesMhz: frequenciesOf(setup.band, airport.region),
    clockAheadMs: random.between(0, 120),
    gainDb: random.between(-6, 6),
  };
}

function frequenciesOf(band: Band, region: Region): readonly number[] {
  if (band === "acars") return acarsFrequenciesMhz[region];
  return band === "vdl" ? vdlFrequenciesMhz[region] : [];
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("an empty table");
  return item;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
