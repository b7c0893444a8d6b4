import type { Transmission } from "../air/transmission.ts";
import { atnLogon } from "../texts/atn/context-management.ts";
import { atnDialogue } from "../texts/atn/cpdlc.ts";
import type { AirframeState } from "../world/flight.ts";
import { linkFrame } from "./band-traffic.ts";
import type { TrafficContext } from "./band-traffic.ts";
import type { Channel } from "./conversation.ts";

const logonShare = 0.2;

/** Returns an exchange over the ATN: a logon, or a dialogue of CPDLC, in VDL2 frames. */
export function atnExchange(
  context: TrafficContext,
  begin: Channel & Pick<Transmission, "atMs">,
  state: AirframeState,
): Transmission[] {
  const { random } = context;
  const messages = random.chance(logonShare) ? atnLogon(state, random) : atnDialogue(state, random);
  const connection = random.integer(1, 0xffff);
  let { atMs } = begin;
  return messages.map(({ afterMs, direction, application }, sequence) => {
    atMs += afterMs;
    return linkFrame(context, { ...begin, atMs }, state, {
      kind: "vdl-atn",
      fromAircraft: direction === "downlink",
      connection,
      sequence,
      application,
    });
  });
}
