/*
 * The flights of one airframe, without end: at the gate, out of the gate, off the ground, on the ground,
 * in at the gate, and out again as the next flight. A leg is fixed when it begins; where the
 * aircraft is at a moment follows from the leg alone.
 */
import { createSeededRandom } from "../random.ts";
import type { SeededRandom } from "../random.ts";
import type { SimulatedAirport } from "./airports.ts";
import type { SimulatedAirframe } from "./fleet.ts";
import { bearingBetween, distanceNm, pointBetween } from "./great-circle.ts";

/** One flight from gate to gate; times are Unix ms. */
export interface Leg {
  readonly departure: SimulatedAirport;
  readonly destination: SimulatedAirport;
  readonly flightNumber: number;
  readonly outMs: number;
  readonly offMs: number;
  readonly onMs: number;
  readonly inMs: number;
}

type Phase = "at-gate" | "taxi-out" | "airborne" | "taxi-in";

/** Position and phase of an airframe. */
export interface AirframeState {
  readonly airframe: SimulatedAirframe;
  readonly leg: Leg;
  readonly atMs: number;
  readonly phase: Phase;
  readonly latitude: number;
  readonly longitude: number;
  /** Feet. */
  readonly altitude: number;
  readonly groundSpeedKnots: number;
  /** Degrees from true north. */
  readonly track: number;
}

/** An airframe's endless sequence of legs; time may only go forward. */
export interface Itinerary {
  stateAt(atMs: number): AirframeState;
}

const minuteMs = 60_000;
const climbMs = 22 * minuteMs;
const descentMs = 26 * minuteMs;
const longHaulNm = 3_000;

/** `homes` are airports with stations near; every leg begins or ends at one of them. */
export function createItinerary(options: {
  seed: number;
  airframe: SimulatedAirframe;
  homes: readonly SimulatedAirport[];
  airports: readonly SimulatedAirport[];
  startMs: number;
}): Itinerary {
  const { airframe } = options;
  const random = createSeededRandom(options.seed, `itinerary ${airframe.tail}`);
  const ofRegion = options.homes.filter((home) => home.region === airframe.airline.region);
  const firstHome = random.pick(ofRegion.length > 0 ? ofRegion : options.homes);
  let leg = nextLeg(random, options, options.startMs, firstHome);
  // Begin somewhere on the way, not with the whole fleet at the gate.
  const past = random.fraction() * (leg.inMs - leg.outMs);
  leg = shifted(leg, -(leg.outMs - options.startMs) - past);

  return {
    stateAt(atMs) {
      while (atMs > leg.inMs + 5 * minuteMs) {
        leg = nextLeg(random, options, leg.inMs, leg.destination);
      }
      return stateOn(airframe, leg, atMs);
    },
  };
}

function nextLeg(
  random: SeededRandom,
  options: {
    airframe: SimulatedAirframe;
    homes: readonly SimulatedAirport[];
    airports: readonly SimulatedAirport[];
  },
  afterMs: number,
  departure: SimulatedAirport,
): Leg {
  const destination = pickDestination(random, options, departure);
  const distance = distanceNm(departure, destination);
  const outMs = afterMs + random.between(25, 60) * minuteMs;
  const offMs = outMs + random.between(8, 18) * minuteMs;
  const onMs =
    offMs + 20 * minuteMs + (distance / options.airframe.type.cruiseKnots) * 60 * minuteMs;
  const inMs = onMs + random.between(4, 10) * minuteMs;
  const flightNumber = random.integer(1, 2_599);
  return { departure, destination, flightNumber, outMs, offMs, onMs, inMs };
}

function pickDestination(
  random: SeededRandom,
  options: {
    airframe: SimulatedAirframe;
    homes: readonly SimulatedAirport[];
    airports: readonly SimulatedAirport[];
  },
  departure: SimulatedAirport,
): SimulatedAirport {
  const fromHome = options.homes.includes(departure);
  const choices = fromHome ? options.airports : options.homes;
  const reachable = choices.filter(
    (airport) =>
      airport !== departure &&
      (options.airframe.type.longHaul ||
        (airport.region === departure.region && distanceNm(airport, departure) < longHaulNm)),
  );
  if (reachable.length > 0) return random.pick(reachable);
  return random.pick(options.airports.filter((airport) => airport !== departure));
}

function stateOn(airframe: SimulatedAirframe, leg: Leg, atMs: number): AirframeState {
  const phase = phaseOf(leg, atMs);
  const share = Math.min(1, Math.max(0, (atMs - leg.offMs) / (leg.onMs - leg.offMs)));
  const at = pointBetween(leg.departure, leg.destination, share);
  const airborne = phase === "airborne";
  return {
    airframe,
    leg,
    atMs,
    phase,
    latitude: at.latitude,
    longitude: at.longitude,
    altitude: airborne ? altitudeOf(leg, atMs) : 0,
    groundSpeedKnots: airborne ? airframe.type.cruiseKnots : phase === "at-gate" ? 0 : 15,
    track: bearingBetween(at, leg.destination),
  };
}

function phaseOf(leg: Leg, atMs: number): Phase {
  if (atMs < leg.outMs || atMs >= leg.inMs) return "at-gate";
  if (atMs < leg.offMs) return "taxi-out";
  return atMs < leg.onMs ? "airborne" : "taxi-in";
}

function altitudeOf(leg: Leg, atMs: number): number {
  // Even levels westbound, odd ones eastbound, so that flights don't all report the same.
  const eastbound = bearingBetween(leg.departure, leg.destination) < 180;
  const level = (eastbound ? 33_000 : 32_000) + 2_000 * (leg.flightNumber % 4);
  const climbed = (atMs - leg.offMs) / climbMs;
  const descended = (leg.onMs - atMs) / descentMs;
  return Math.round(level * Math.max(0, Math.min(1, climbed, descended)));
}

/** Returns feet a minute, over the next minute. */
export function verticalSpeedOf({ leg, phase, atMs, altitude }: AirframeState): number {
  return phase === "airborne" ? altitudeOf(leg, atMs + minuteMs) - altitude : 0;
}

function shifted(leg: Leg, byMs: number): Leg {
  return {
    ...leg,
    outMs: leg.outMs + byMs,
    offMs: leg.offMs + byMs,
    onMs: leg.onMs + byMs,
    inMs: leg.inMs + byMs,
  };
}
