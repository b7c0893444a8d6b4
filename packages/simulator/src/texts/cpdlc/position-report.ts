import { jsonObject } from "../../json-text.ts";
import type { SeededRandom } from "../../random.ts";
import type { AirframeState } from "../../world/flight.ts";
import { pickRoute } from "../waypoints.ts";
import {
  celsius,
  clockValue,
  coordinatesValue,
  fixValue,
  flightLevelValue,
  mach,
  wind,
} from "./values.ts";
import type { CpdlcValue } from "./values.ts";

/** Members that a report may leave out, of which it begins with a map. */
const optionalMembers = 19;
const knotsPerMachHundredth = 5.75;

/** Reports position, speed, weather, and the fixes before and behind the aircraft. */
export function positionReport(state: AirframeState, random: SeededRandom): CpdlcValue {
  const level = Math.max(30, Math.round(state.altitude / 100));
  const [passed, next, then] = pickRoute(random);
  const always = [
    coordinatesValue(state, "pos_current"),
    clockValue(state.atMs, "time_at_pos_current"),
    flightLevelValue(level),
  ];
  // By their number among the optional members.
  const optional = new Map<number, CpdlcValue>([
    [0, fixValue(next, "next_fix")],
    [
      1,
      clockValue(
        state.atMs + (state.leg.onMs - state.atMs) * random.between(0.1, 0.9),
        "eta_at_fix_next",
      ),
    ],
    [2, fixValue(then, "next_next_fix")],
    [3, clockValue(state.leg.onMs, "eta_at_dest")],
    [5, celsius(Math.max(-70, Math.round(15 - state.altitude / 520)))],
    [6, wind(random.integer(1, 36) * 10, random.integer(5, 120))],
    [9, mach(Math.round(state.airframe.type.cruiseKnots / knotsPerMachHundredth))],
    [16, fixValue(passed, "reported_wpt_pos")],
    [17, clockValue(state.atMs - random.integer(1, 9) * 60_000, "reported_wpt_time")],
    [18, flightLevelValue(level, "reported_wpt_alt")],
  ]);
  const map = Array.from({ length: optionalMembers }, (_, number) => optional.has(number));
  const members = [...always, ...optional.values()];
  return {
    bits: [
      ...map.map((isSent) => [isSent ? 1 : 0, 1] as const),
      ...members.flatMap(({ bits }) => bits),
    ],
    field: ["pos_report", jsonObject(members.map(({ field }) => field))],
  };
}
