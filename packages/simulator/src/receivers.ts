import type { Band, Transmission } from "./air/transmission.ts";
import { acarsBlockOf } from "./air/transmission.ts";
import type { SeededRandom } from "./random.ts";
import type { SimulatedStation } from "./stations.ts";
import { radioHorizonNm } from "./traffic/skies.ts";
import type { AirframeState } from "./world/flight.ts";
import { distanceNm } from "./world/great-circle.ts";

/** A station that receives a transmission, and its signal level. */
export interface Receiver {
  readonly station: SimulatedStation;
  /** dB. */
  readonly level: number;
  readonly noise: number;
}

/** Decides which stations receive a transmission: those of its band that share a sky. */
export interface Receivers {
  /** Returns the anchor and some of its neighbours. */
  receiving(
    transmission: Transmission,
    anchor: SimulatedStation,
    from: AirframeState | null,
    random: SeededRandom,
  ): Receiver[];
}

const neighbourNm = 500;
const groundStationRangeNm = 60;

/** Probability that a neighbour in range receives a transmission. */
const receptionShare: Record<Band, number> = {
  acars: 0.85,
  vdl: 0.85,
  hfdl: 0.35,
  aero: 0.6,
  iridium: 0.4,
};

const noiseDb: Record<Band, number> = {
  acars: -42,
  vdl: -49,
  hfdl: -96,
  aero: -40,
  iridium: -60,
};

export function createReceivers(stations: readonly SimulatedStation[]): Receivers {
  const neighbours = stations.map((station) =>
    stations.filter((other) => other !== station && shareSky(station, other)),
  );
  return {
    receiving(transmission, anchor, from, random) {
      const receivers = [receiver(transmission, anchor, from, random)];
      for (const station of neighbours[anchor.number] ?? []) {
        if (!couldReceive(transmission, station, anchor, from)) continue;
        if (!random.chance(receptionShare[anchor.band])) continue;
        receivers.push(receiver(transmission, station, from, random));
      }
      return receivers;
    },
  };
}

/** Returns true for stations in one region; HF and satellites reach every station. */
function shareSky(a: SimulatedStation, b: SimulatedStation): boolean {
  if (a.band !== b.band) return false;
  return a.band === "hfdl" || a.band === "aero" || distanceNm(a, b) < neighbourNm;
}

function couldReceive(
  transmission: Transmission,
  station: SimulatedStation,
  anchor: SimulatedStation,
  from: AirframeState | null,
): boolean {
  if (station.frequenciesMhz.length === 0) return true;
  if (!station.frequenciesMhz.includes(transmission.frequencyHz / 1e6)) return false;
  if (from === null || isUplink(transmission)) {
    return distanceNm(station, anchor.airport) < groundStationRangeNm;
  }
  return distanceNm(station, from) < radioHorizonNm(from.altitude);
}

function isUplink(transmission: Transmission): boolean {
  const { content } = transmission;
  if (content.kind === "vdl-atn") return !content.fromAircraft;
  return acarsBlockOf(content)?.direction === "uplink";
}

function receiver(
  transmission: Transmission,
  station: SimulatedStation,
  from: AirframeState | null,
  random: SeededRandom,
): Receiver {
  const noise = noiseDb[transmission.band] + random.between(-2, 2);
  const distance = from === null ? random.between(20, 200) : distanceNm(station, from);
  const aboveNoise = 36 - distance / 9 + station.gainDb + random.between(-3, 3);
  return { station, level: noise + Math.max(2, aboveNoise), noise };
}
