import type { Avionics } from "../air/avionics.ts";
import { createAvionics } from "../air/avionics.ts";
import type { SeededRandom } from "../random.ts";
import type { SimulatedStation } from "../stations.ts";
import { allAirports } from "../world/airports.ts";
import type { SimulatedAirframe } from "../world/fleet.ts";
import { createItinerary } from "../world/flight.ts";
import type { AirframeState, Itinerary } from "../world/flight.ts";
import { distanceNm } from "../world/great-circle.ts";
import { createDownlinkComposer } from "./downlink-composer.ts";
import type { DownlinkComposer } from "./downlink-composer.ts";

/** An airframe with all that it remembers. */
export interface SimulatedAircraft {
  readonly airframe: SimulatedAirframe;
  readonly avionics: Avionics;
  readonly composer: DownlinkComposer;
  stateAt(atMs: number): AirframeState;
}

/** All aircraft, and which of them a station can receive. */
export interface Skies {
  /** Line of sight to the station; null when nobody is near. */
  pickNear(station: SimulatedStation, atMs: number, random: SeededRandom): SimulatedAircraft | null;
  /** Anywhere in the air, with long-range equipment; null when the fleet is on the ground. */
  pickOverOcean(atMs: number, random: SeededRandom): SimulatedAircraft | null;
}

/** A state is as good as new for this long: an aircraft flies half a mile. */
const stateFreshMs = 4_000;
/** The set of near aircraft changes slowly. */
const nearbyFreshMs = 60_000;
const onGroundRangeNm = 30;
const oceanicTries = 12;

export function createSkies(options: {
  seed: number;
  fleet: readonly SimulatedAirframe[];
  stations: readonly SimulatedStation[];
  startMs: number;
}): Skies {
  const homes = [...new Set(options.stations.map((station) => station.airport))];
  const aircraft = options.fleet.map((airframe, number) =>
    createAircraft(
      airframe,
      number,
      createItinerary({ ...options, airframe, homes, airports: allAirports }),
    ),
  );
  const nearby = new Map<number, { atMs: number; aircraft: SimulatedAircraft[] }>();

  function near(station: SimulatedStation, atMs: number): SimulatedAircraft[] {
    const known = nearby.get(station.number);
    if (known !== undefined && atMs - known.atMs < nearbyFreshMs) return known.aircraft;
    const found = aircraft.filter((candidate) => isNear(candidate.stateAt(atMs), station));
    nearby.set(station.number, { atMs, aircraft: found });
    return found;
  }

  return {
    pickNear(station, atMs, random) {
      const candidates = near(station, atMs);
      return candidates.length === 0 ? null : random.pick(candidates);
    },
    pickOverOcean(atMs, random) {
      for (let tried = 0; tried < oceanicTries && aircraft.length > 0; tried++) {
        const candidate = random.pick(aircraft);
        const { phase } = candidate.stateAt(atMs);
        if (phase === "airborne" && candidate.airframe.type.longHaul) return candidate;
      }
      return aircraft.find((candidate) => candidate.stateAt(atMs).phase === "airborne") ?? null;
    },
  };
}

/** Range of a VHF station for an aircraft at this altitude (feet), in nautical miles. */
export function radioHorizonNm(altitude: number): number {
  return onGroundRangeNm + 1.1 * Math.sqrt(altitude);
}

function isNear(state: AirframeState, station: SimulatedStation): boolean {
  // Nobody talks before the day begins; after arrival there is still the word that it's over.
  if (state.atMs < state.leg.outMs) return false;
  // A degree of latitude is 60 miles: most of the world is ruled out without trigonometry.
  const horizon = radioHorizonNm(state.altitude);
  if (Math.abs(state.latitude - station.latitude) * 60 > horizon) return false;
  return distanceNm(state, station) < horizon;
}

function createAircraft(
  airframe: SimulatedAirframe,
  number: number,
  itinerary: Itinerary,
): SimulatedAircraft {
  let state: AirframeState | null = null;
  return {
    airframe,
    avionics: createAvionics(number * 7),
    composer: createDownlinkComposer(),
    stateAt(atMs) {
      if (state === null || atMs - state.atMs > stateFreshMs) {
        state = itinerary.stateAt(Math.max(atMs, state?.atMs ?? 0));
      }
      return state;
    },
  };
}
