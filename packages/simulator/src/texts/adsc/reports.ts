/*
 * ADS-C: aircraft report where they are and what they will do, as agreed in a contract that the
 * ground asks for.
 */
import type { BlockDirection } from "../../air/acars-block.ts";
import type { SimulatedPosition } from "../../air/position.ts";
import { jsonArray, jsonObject } from "../../json-text.ts";
import type { SeededRandom } from "../../random.ts";
import { weighted } from "../../random.ts";
import { verticalSpeedOf } from "../../world/flight.ts";
import type { AirframeState } from "../../world/flight.ts";
import { pointBetween } from "../../world/great-circle.ts";
import { arinc622Message, pickFacility } from "../arinc622.ts";
import { packBits } from "../bits.ts";
import type { ComposedText } from "../composed-text.ts";
import {
  acknowledgementGroup,
  airReference,
  contractCancellation,
  earthReference,
  eventContract,
  flightIdentification,
  meteorology,
  periodicContract,
  positionGroup,
  predictedRoute,
  roundedPosition,
} from "./groups.ts";
import type { AdscGroup, PositionGroup } from "./groups.ts";

type Extras = (state: AirframeState, random: SeededRandom) => AdscGroup[];

const knotsPerMach = 575;

/** Chooses the groups of a report beside the position. */
const pickExtras = weighted<Extras>([
  [() => [], 50],
  [(state, random) => [motion(state), weather(state, random)], 25],
  [(state) => [flight(state), route(state)], 10],
  [everything, 15],
]);

const pickGroup = weighted<PositionGroup>([
  ["basic_report", 80],
  ["wpt_change_event", 10],
  ["alt_range_event", 4],
  ["lat_dev_change_event", 3],
  ["vspd_chg_event", 3],
]);

/** Composes a report; as label B6, or addressed to the flight computer in H1. */
export function adscReport(state: AirframeState, random: SeededRandom): ComposedText {
  const group = pickGroup(random);
  const isPeriodic = group === "basic_report";
  const acknowledged =
    isPeriodic && random.chance(0.15) ? [acknowledgementGroup(random.integer(1, 90))] : [];
  const groups = [
    ...acknowledged,
    positionGroup(group, state, state.atMs),
    ...(isPeriodic ? pickExtras(random)(state, random) : ofEvent(group, state)),
  ];
  return adscText(state.airframe.tail, random, {
    direction: "downlink",
    groups,
    position: roundedPosition(state),
  });
}

/** Composes what the ground asks for: reports every few minutes, at events, or none any more. */
export function adscContract(state: AirframeState, random: SeededRandom): ComposedText {
  return adscText(state.airframe.tail, random, {
    direction: "uplink",
    groups: [pickContract(random)(random, state)],
    position: null,
  });
}

const pickContract = weighted<(random: SeededRandom, state: AirframeState) => AdscGroup>([
  [(random) => periodicContract(contractOf(random), random.integer(1, 14), []), 5],
  [
    (random) =>
      periodicContract(contractOf(random), random.integer(1, 14), [
        "flight_id",
        "earth_ref_data",
        "meteo_data",
      ]),
    3,
  ],
  [
    (random, state) =>
      eventContract(contractOf(random), {
        floor: Math.max(0, Math.round(state.altitude / 100) * 100 - 300),
        ceiling: Math.round(state.altitude / 100) * 100 + 300,
        miles: 5,
      }),
    2,
  ],
  [(random) => contractCancellation(contractOf(random)), 1],
]);

function adscText(
  tail: string,
  random: SeededRandom,
  message: {
    direction: BlockDirection;
    groups: readonly AdscGroup[];
    position: SimulatedPosition | null;
  },
): ComposedText {
  const tags = message.groups.map(({ field }) => jsonObject([field]));
  const tree = jsonObject([
    ["tags", jsonArray(tags)],
    ["err", "false"],
  ]);
  return arinc622Message(
    {
      kind: "ADS",
      facility: pickFacility(random),
      tail,
      payload: packBits(message.groups.flatMap(({ bits }) => bits)),
      tree: ["adsc", tree],
      about: { position: message.position, describes: "adsc" },
    },
    message.direction === "downlink" ? "B6" : "A6",
    random.chance(0.5),
  );
}

function ofEvent(group: PositionGroup, state: AirframeState): AdscGroup[] {
  return group === "wpt_change_event" ? [route(state)] : [motion(state)];
}

function everything(state: AirframeState, random: SeededRandom): AdscGroup[] {
  const heading = (state.track + random.between(-8, 8) + 360) % 360;
  const mach = Math.round((state.groundSpeedKnots / knotsPerMach) * 1_000);
  return [
    flight(state),
    route(state),
    motion(state),
    airReference(heading, mach, verticalSpeedOf(state)),
    weather(state, random),
  ];
}

function motion(state: AirframeState): AdscGroup {
  return earthReference(state.track, state.groundSpeedKnots, verticalSpeedOf(state));
}

function weather(state: AirframeState, random: SeededRandom): AdscGroup {
  const celsius = Math.max(-70, 15 - state.altitude / 520);
  return meteorology(random.integer(5, 120), random.integer(0, 359), celsius);
}

function flight({ airframe, leg }: AirframeState): AdscGroup {
  return flightIdentification(airframe.airline.icao + String(leg.flightNumber));
}

/** Two points ahead, at the present altitude. */
function route(state: AirframeState): AdscGroup {
  const { leg, altitude, atMs } = state;
  const seconds = Math.max(60, Math.min(3_000, Math.round((leg.onMs - atMs) / 5_000)));
  const remaining = Math.max(1, (leg.onMs - atMs) / 1_000);
  const ahead = (share: number): SimulatedPosition => ({
    ...pointBetween(state, leg.destination, Math.min(1, share)),
    altitude,
  });
  return predictedRoute(ahead(seconds / remaining), seconds, ahead((2 * seconds) / remaining));
}

function contractOf(random: SeededRandom): number {
  return random.integer(1, 90);
}
