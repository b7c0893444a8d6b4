/*
 * A feeder network in simulated time. Three kinds of events are scheduled: exchanges, which begin
 * something on air; transmissions, which an exchange has planned; and receptions, which the transmissions
 * cause at stations. A reception is returned when no earlier one can follow.
 */
import type { Transmission } from "./air/transmission.ts";
import { receptionsOnAir } from "./receptions.ts";
import { makeJunk } from "./junk.ts";
import { createSeededRandom, weighted } from "./random.ts";
import type { SeededRandom } from "./random.ts";
import { createReceivers } from "./receivers.ts";
import type { Reception, TrueFlight } from "./reception.ts";
import { simulatedStations } from "./stations.ts";
import type { SimulatedStation } from "./stations.ts";
import { TimeQueue } from "./time-queue.ts";
import { createSimulatedLogons } from "./traffic/hfdl-logons.ts";
import { nextExchange } from "./traffic/next-exchange.ts";
import { createSkies } from "./traffic/skies.ts";
import { simulatedFleet } from "./world/fleet.ts";
import type { SimulatedAirframe } from "./world/fleet.ts";
import type { AirframeState } from "./world/flight.ts";

export interface NetworkOptions {
  readonly seed: number;
  /** Number of stations; 24 have every set-up. */
  readonly stations: number;
  readonly airframes: number;
  /** Share (0 to 1) of receptions that are junk. */
  readonly junkShare: number;
  /** Simulated time begins here, Unix ms. */
  readonly startMs: number;
  /** Receptions per second of simulated time, on average. */
  readonly ratePerSecond: number;
  /** How long ground stations of HFDL stay on a frequency, ms; some hours by default. */
  readonly hfdlPeriodMs?: number | undefined;
}

/** An endless sequence of receptions in order of time. */
export interface Network extends Iterable<Reception> {
  readonly stations: readonly SimulatedStation[];
  readonly fleet: readonly SimulatedAirframe[];
  next(): Reception;
}

interface Planned {
  readonly transmission: Transmission;
  readonly anchor: SimulatedStation;
  readonly from: AirframeState | null;
}

/** Relative amount of traffic that a station of each band receives. */
const bandWeights = { acars: 3, vdl: 6, hfdl: 2.5, aero: 1.5, iridium: 1 } as const;

/** Creates a network; the same options give the same bytes on every machine. */
export function createNetwork(options: NetworkOptions): Network {
  checkOptions(options);
  const { seed, startMs, ratePerSecond } = options;
  const stations = simulatedStations({ seed, count: options.stations });
  const fleet = simulatedFleet({ seed, count: options.airframes });
  const random = createSeededRandom(seed, "traffic");
  let lastId = 0;
  const context = {
    random,
    skies: createSkies({ seed, fleet, stations, startMs }),
    logons: createSimulatedLogons(options.hfdlPeriodMs),
    newId: () => ++lastId,
  };
  const receivers = createReceivers(stations);
  const pickAnchor = weighted(
    stations.map((station) => [station, bandWeights[station.band]] as const),
  );
  const planned = new TimeQueue<Planned>();
  const receptions = new TimeQueue<Reception>();
  let exchangeAtMs = startMs;
  /** Receptions since the last exchange: each delays the next exchange. */
  let made = 0;

  function beginExchange(): void {
    const atMs = exchangeAtMs;
    const anchor = pickAnchor(random);
    const { transmissions, from } = nextExchange(context, anchor, atMs);
    for (const transmission of transmissions) {
      planned.add(transmission.atMs, { transmission, anchor, from });
    }
    exchangeAtMs += random.exponential((made * 1_000) / ratePerSecond);
    made = 0;
  }

  function receive({ transmission, anchor, from }: Planned): void {
    for (const receiver of receivers.receiving(transmission, anchor, from, random)) {
      for (const sent of receptionsOnAir(transmission, receiver, random)) {
        const reception = { ...sent, truth: { ...sent.truth, flight: flightOf(from) } };
        receptions.add(reception.atMs, reception);
        made += 1;
        if (random.chance(junkBeside(options.junkShare))) {
          const junk = junkAfter(reception, random);
          receptions.add(junk.atMs, junk);
          made += 1;
        }
      }
    }
  }

  function next(): Reception {
    for (;;) {
      const beginsMs = Math.min(exchangeAtMs, planned.earliestMs);
      const reception = receptions.earliestMs <= beginsMs ? receptions.pop() : undefined;
      if (reception !== undefined) return reception;
      const due = planned.earliestMs <= exchangeAtMs ? planned.pop() : undefined;
      if (due === undefined) beginExchange();
      else receive(due);
    }
  }

  return {
    stations,
    fleet,
    next,
    *[Symbol.iterator]() {
      for (;;) yield next();
    },
  };
}

function flightOf(from: AirframeState | null): TrueFlight | null {
  if (from === null) return null;
  const { departure, destination, flightNumber } = from.leg;
  return {
    callsign: `${from.airframe.airline.icao}${flightNumber}`,
    departure: departure.icao,
    destination: destination.icao,
  };
}

/** Returns the amount of junk per valid reception that gives this share of all. */
function junkBeside(share: number): number {
  return share / (1 - share);
}

function junkAfter(reception: Reception, random: SeededRandom): Reception {
  return {
    atMs: reception.atMs + random.between(1, 900),
    station: reception.station,
    bytes: makeJunk(random, reception.bytes),
    truth: {
      transmissionId: null,
      retransmissionOf: null,
      kind: "junk",
      expected: null,
      flight: null,
      anonymous: reception.truth.anonymous,
    },
  };
}

function checkOptions(options: NetworkOptions): void {
  const { stations, airframes, junkShare, ratePerSecond } = options;
  if (!(stations >= 1)) throw new RangeError("stations: at least 1");
  if (!(airframes >= 1)) throw new RangeError("airframes: at least 1");
  if (!(junkShare >= 0 && junkShare <= 0.5)) throw new RangeError("junkShare: 0 to 0.5");
  if (!(ratePerSecond > 0)) throw new RangeError("ratePerSecond: above 0");
}
