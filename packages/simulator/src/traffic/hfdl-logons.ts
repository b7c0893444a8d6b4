import { type HfdlGroundStation, hfdlGroundStations } from "@jetwire/protocol";
import type { SeededRandom } from "../random.ts";
import type { SimulatedAircraft } from "./skies.ts";

/** The logon of an aircraft at a ground station. */
export interface HfdlSession {
  readonly ground: HfdlGroundStation;
  readonly frequencyHz: number;
  /** The number that the ground station gave it there. */
  readonly aircraftId: number;
}

/** The logons of all aircraft: a number belongs to one aircraft at a time, as on air. */
export interface SimulatedLogons {
  /** Returns where an aircraft is logged on; null if it is not, or the ground station has left the frequency. */
  sessionOf(aircraft: SimulatedAircraft, atMs: number): HfdlSession | null;
  /** Logs an aircraft on at a ground station and frequency, which ends what it had. */
  logOn(aircraft: SimulatedAircraft, atMs: number, random: SeededRandom): HfdlSession;
  logOff(aircraft: SimulatedAircraft): void;
  /** Returns the numbers of the frequencies on which a ground station is active. */
  activeOf(ground: HfdlGroundStation, atMs: number): number[];
}

/** Numbers are from 1 to this. */
const idMax = 254;
/** Ground stations are active on two of their frequencies, others after this time. */
const usualPeriodMs = 2 * 3_600_000;

export function createSimulatedLogons(periodMs = usualPeriodMs): SimulatedLogons {
  const sessions = new Map<SimulatedAircraft, HfdlSession>();
  const taken = new Map<string, Set<number>>();
  const lastGiven = new Map<string, number>();

  function numbersAt({ ground, frequencyHz }: Omit<HfdlSession, "aircraftId">) {
    const channel = `${ground.id}/${frequencyHz}`;
    let numbers = taken.get(channel);
    if (numbers === undefined) taken.set(channel, (numbers = new Set()));
    return { channel, numbers };
  }

  function logOff(aircraft: SimulatedAircraft): void {
    const session = sessions.get(aircraft);
    if (session === undefined) return;
    numbersAt(session).numbers.delete(session.aircraftId);
    sessions.delete(aircraft);
  }

  return {
    sessionOf(aircraft, atMs) {
      const session = sessions.get(aircraft);
      if (session === undefined) return null;
      const number = session.ground.frequenciesKhz.indexOf(session.frequencyHz / 1_000);
      return activeFrequencies(session.ground, atMs, periodMs).includes(number) ? session : null;
    },
    logOn(aircraft, atMs, random) {
      logOff(aircraft);
      const ground = random.pick(hfdlGroundStations);
      const frequency =
        ground.frequenciesKhz[random.pick(activeFrequencies(ground, atMs, periodMs))] ?? 0;
      const where = { ground, frequencyHz: frequency * 1_000 };
      const { channel, numbers } = numbersAt(where);
      let aircraftId = lastGiven.get(channel) ?? 0;
      do aircraftId = (aircraftId % idMax) + 1;
      while (numbers.has(aircraftId) && numbers.size < idMax);
      lastGiven.set(channel, aircraftId);
      numbers.add(aircraftId);
      const session = { ...where, aircraftId };
      sessions.set(aircraft, session);
      return session;
    },
    logOff,
    activeOf: (ground, atMs) => activeFrequencies(ground, atMs, periodMs),
  };
}

/** Returns the numbers of the two frequencies on which a ground station is active for so long. */
export function activeFrequencies(
  { id, frequenciesKhz }: HfdlGroundStation,
  atMs: number,
  periodMs: number,
): number[] {
  const period = Math.floor(atMs / periodMs) + id;
  const count = frequenciesKhz.length;
  return [period % count, (period + 2) % count].toSorted((a, b) => a - b);
}
