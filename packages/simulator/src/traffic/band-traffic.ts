import type { Content, Transmission } from "../air/transmission.ts";
import type { Random } from "../random.ts";
import type { SimulatedStation } from "../stations.ts";
import type { FlightState } from "../world/flight.ts";
import { flightIdOf } from "./acars-blocks.ts";
import type { HfdlLogons } from "./hfdl-logons.ts";
import type { Skies } from "./skies.ts";

export interface TrafficContext {
  readonly random: Random;
  readonly skies: Skies;
  readonly logons: HfdlLogons;
  /** A number for the next transmission. */
  readonly newId: () => number;
}

/** Something is sent, and what follows from it in the next minutes. */
export interface Exchange {
  readonly transmissions: readonly Transmission[];
  /** Position of the sender, if reception depends on it; null for ground stations and satellites. */
  readonly from: FlightState | null;
}

/** Plans the next transmissions that this station receives. */
export type BandTraffic = (
  context: TrafficContext,
  anchor: SimulatedStation,
  atMs: number,
) => Exchange;

/** Returns a transmission of the link itself, without a text. */
export function linkFrame(
  context: TrafficContext,
  channel: Pick<Transmission, "band" | "frequencyHz" | "groundAddress" | "atMs">,
  state: FlightState | null,
  content: Content,
): Transmission {
  return {
    id: context.newId(),
    retransmissionOf: null,
    ...channel,
    airframe: state?.airframe ?? null,
    airborne: state?.phase === "airborne",
    flightId: state === null ? null : flightIdOf(state),
    burstIndex: 0,
    content,
  };
}
