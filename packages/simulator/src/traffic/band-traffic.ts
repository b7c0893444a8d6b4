import type { TransmissionContent, Transmission } from "../air/transmission.ts";
import type { SeededRandom } from "../random.ts";
import type { SimulatedStation } from "../stations.ts";
import type { AirframeState } from "../world/flight.ts";
import { flightIdOf } from "./acars-blocks.ts";
import type { SimulatedLogons } from "./hfdl-logons.ts";
import type { Skies } from "./skies.ts";

export interface TrafficContext {
  readonly random: SeededRandom;
  readonly skies: Skies;
  readonly logons: SimulatedLogons;
  /** A number for the next transmission. */
  readonly newId: () => number;
}

/** Something is sent, and what follows from it in the next minutes. */
export interface Exchange {
  readonly transmissions: readonly Transmission[];
  /** Position of the sender, if reception depends on it; null for ground stations and satellites. */
  readonly from: AirframeState | null;
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
  state: AirframeState | null,
  content: TransmissionContent,
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
