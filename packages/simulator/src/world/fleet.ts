import { createSeededRandom } from "../random.ts";
import type { SeededRandom } from "../random.ts";
import { allAirlines } from "./airlines.ts";
import type { SimulatedAirline } from "./airlines.ts";

export interface SimulatedAirframe {
  /** Registration as painted, with the hyphen where the country writes one. */
  readonly tail: string;
  /** ICAO 24-bit address, 6 upper-case hex digits. */
  readonly icao: string;
  readonly airline: SimulatedAirline;
  readonly type: AirframeType;
}

interface AirframeType {
  /** ICAO type designator. */
  readonly designator: string;
  readonly manufacturer: string;
  readonly model: string;
  /** Flies oceans, with satellite or HF data link. */
  readonly longHaul: boolean;
  readonly cruiseKnots: number;
}

const airframeTypes: readonly AirframeType[] = [
  type("B738", "Boeing", "737-800", 450),
  type("B739", "Boeing", "737-900", 450),
  type("A20N", "Airbus", "A320neo", 447),
  type("A320", "Airbus", "A320-200", 447),
  type("A21N", "Airbus", "A321neo", 450),
  type("E75L", "Embraer", "E175", 430),
  { ...type("B763", "Boeing", "767-300", 459), longHaul: true },
  { ...type("B77W", "Boeing", "777-300ER", 490), longHaul: true },
  { ...type("B789", "Boeing", "787-9", 488), longHaul: true },
  { ...type("A333", "Airbus", "A330-300", 470), longHaul: true },
  { ...type("A359", "Airbus", "A350-900", 488), longHaul: true },
];

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Airframes with distinct tails and addresses; a longer fleet begins with the shorter one. */
export function simulatedFleet(options: { seed: number; count: number }): SimulatedAirframe[] {
  const random = createSeededRandom(options.seed, "fleet");
  const airframes: SimulatedAirframe[] = [];
  const taken = new Set<string>();
  while (airframes.length < options.count) {
    const airframe = newAirframe(random);
    if (taken.has(airframe.tail) || taken.has(airframe.icao)) continue;
    taken.add(airframe.tail).add(airframe.icao);
    airframes.push(airframe);
  }
  return airframes;
}

function newAirframe(random: SeededRandom): SimulatedAirframe {
  const airline = random.pick(allAirlines);
  const address = airline.addressFrom + random.integer(0, airline.addressCount - 1);
  return {
    tail: newTail(random, airline.registrationPrefix),
    icao: address.toString(16).toUpperCase().padStart(6, "0"),
    airline,
    type: random.pick(airframeTypes),
  };
}

function newTail(random: SeededRandom, prefix: string): string {
  if (prefix === "N") return `N${random.integer(100, 999)}${letters(random, 2)}`;
  if (prefix === "JA") return `JA${random.integer(100, 999)}${letters(random, 1)}`;
  return prefix + letters(random, prefix.length === 2 ? 4 : 3);
}

function letters(random: SeededRandom, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += alphabet[random.integer(0, alphabet.length - 1)];
  return out;
}

function type(
  designator: string,
  manufacturer: string,
  model: string,
  cruiseKnots: number,
): AirframeType {
  return { designator, manufacturer, model, longHaul: false, cruiseKnots };
}
