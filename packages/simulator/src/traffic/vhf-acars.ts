import { weighted } from "../random.ts";
import { squitter } from "../texts/airline-traffic.ts";
import { squitterBlock } from "./acars-blocks.ts";
import { conversation } from "./conversation.ts";
import { linkFrame } from "./band-traffic.ts";
import type { BandTraffic } from "./band-traffic.ts";
import { composeUplink } from "./uplink-composer.ts";

const pickKind = weighted([
  ["downlink", 66],
  ["uplink", 20],
  ["squitter", 14],
] as const);

/** VHF ACARS: aircraft, their ground side, and squitters that go on when nobody is near. */
export const vhfAcarsTraffic: BandTraffic = (context, anchor, atMs) => {
  const { random, skies, newId } = context;
  const kind = pickKind(random);
  const aircraft = kind === "squitter" ? null : skies.pickNear(anchor, atMs, random);
  const channel = {
    band: "acars" as const,
    frequencyHz: Math.round(random.pick(anchor.frequenciesMhz) * 1e6),
    groundAddress: "",
  };
  if (aircraft === null || kind === "squitter") {
    const content = squitterBlock(squitter(anchor.airport));
    return { transmissions: [linkFrame(context, { ...channel, atMs }, null, content)], from: null };
  }
  const state = aircraft.stateAt(atMs);
  const composed =
    kind === "downlink"
      ? aircraft.composer.compose(state, random)
      : composeUplink(state, random, { accents: false });
  const exchange = { aircraft, state, channel, direction: kind, composed, atMs };
  return { transmissions: conversation(random, newId, exchange), from: state };
};
