import type { AcarsBlock, BlockDirection } from "../air/acars-block.ts";
import type { TransmissionContent, Transmission } from "../air/transmission.ts";
import type { SeededRandom } from "../random.ts";
import type { ComposedText } from "../texts/composed-text.ts";
import type { AirframeState } from "../world/flight.ts";
import { acarsBlocks, acknowledgementBlock, flightIdOf } from "./acars-blocks.ts";
import type { SimulatedAircraft } from "./skies.ts";

/** Everything about a transmission that the link decides, not what is said. */
export type Channel = Pick<Transmission, "band" | "frequencyHz" | "groundAddress">;

const acknowledgedShare = 0.3;
const unansweredShare = 0.07;
const retransmissionsMax = 3;

/**
 * A message and what follows from it: its blocks a few seconds apart, an acknowledgement, or the
 * last block again and again because none came; then the messages that answer it.
 */
export function conversation(
  random: SeededRandom,
  newId: () => number,
  exchange: {
    aircraft: SimulatedAircraft;
    state: AirframeState;
    channel: Channel;
    direction: BlockDirection;
    composed: ComposedText;
    atMs: number;
    /** Puts a block into the link's own frame, where it has one. */
    wrap?: (block: AcarsBlock) => TransmissionContent;
  },
): Transmission[] {
  const { aircraft, state, channel } = exchange;
  const wrap = exchange.wrap ?? ((block) => block);
  const transmissions: Transmission[] = [];
  let atMs = exchange.atMs;

  function send(block: AcarsBlock, retransmissionOf: number | null): Transmission {
    const transmission: Transmission = {
      id: newId(),
      retransmissionOf,
      ...channel,
      atMs,
      airframe: aircraft.airframe,
      airborne: state.phase === "airborne",
      flightId: flightIdOf(state),
      burstIndex: 0,
      content: wrap(block),
    };
    transmissions.push(transmission);
    return transmission;
  }

  function say(composed: ComposedText, direction: BlockDirection): void {
    let last: { block: AcarsBlock; transmission: Transmission } | null = null;
    for (const block of acarsBlocks(composed, direction, aircraft, state)) {
      if (last !== null) atMs += random.between(1_800, 6_000);
      last = { block, transmission: send(block, null) };
    }
    if (last === null) return;
    if (random.chance(unansweredShare)) {
      const copies = random.integer(1, retransmissionsMax);
      for (let copy = 0; copy < copies; copy++) {
        atMs += random.between(4_000, 40_000);
        send(last.block, last.transmission.id);
      }
    } else if (random.chance(acknowledgedShare)) {
      atMs += random.between(700, 3_000);
      send(acknowledgementBlock(last.block, aircraft, state), null);
    }
  }

  say(exchange.composed, exchange.direction);
  for (const followUp of exchange.composed.followUps ?? []) {
    atMs += followUp.afterMs;
    say(followUp.composed, followUp.direction);
  }
  return transmissions;
}
