import type { Movement } from "../air/acars-block.ts";
import type { AirframeState, Leg } from "../world/flight.ts";
import { hhmm } from "./clock-text.ts";
import type { ComposedText } from "./composed-text.ts";

export type MovementName = "out" | "off" | "on" | "in";

const movementReports: Record<
  MovementName,
  { label: string; event: Movement["event"]; at: (leg: Leg) => number }
> = {
  out: { label: "QP", event: "gtout", at: (leg) => leg.outMs },
  off: { label: "QQ", event: "wloff", at: (leg) => leg.offMs },
  on: { label: "QR", event: "wlin", at: (leg) => leg.onMs },
  in: { label: "QS", event: "gtin", at: (leg) => leg.inMs },
};

/** Out of the gate, off the ground, on the ground, in at the gate: departure, destination, time. */
export function movementReport(state: AirframeState, name: MovementName): ComposedText {
  const { label, event, at } = movementReports[name];
  const { departure, destination } = state.leg;
  const time = hhmm(at(state.leg));
  return {
    label,
    origin: "M",
    text: `${departure.icao}${destination.icao}${time}`,
    movement: { departure: departure.icao, destination: destination.icao, event, time },
  };
}

/** The movements that lie behind the aircraft on its present leg, in order. */
export function movementsSoFar(state: AirframeState): MovementName[] {
  const names: MovementName[] = ["out", "off", "on", "in"];
  return names.filter((name) => movementReports[name].at(state.leg) <= state.atMs);
}
