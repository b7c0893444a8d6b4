import type { BlockDirection } from "../air/acars-block.ts";
import type { TransmissionContent } from "../air/transmission.ts";
import type { SeededRandom } from "../random.ts";
import { weighted } from "../random.ts";
import type { SimulatedStation } from "../stations.ts";
import type { AirframeState } from "../world/flight.ts";
import { conversation } from "./conversation.ts";
import { atnExchange } from "./atn.ts";
import { linkFrame } from "./band-traffic.ts";
import type { BandTraffic } from "./band-traffic.ts";
import { composeUplink } from "./uplink-composer.ts";

const pickKind = weighted([
  ["downlink", 48],
  ["uplink", 5],
  ["supervisory", 35],
  ["xid", 9],
  ["gsif", 3],
  ["atn", 1.5],
] as const);

const altitudeFillerFt = 255_000;
const altitudeFillerShare = 0.1;
/** Share of ACARS frames with a link-layer frame behind them in the same burst. */
const sharedBurstShare = 0.08;

/** VDL2: ACARS in frames, hand-offs with positions, and much that is the link layer's own. */
export const vdlTraffic: BandTraffic = (context, anchor, atMs) => {
  const { random, skies } = context;
  const kind = pickKind(random);
  const channel = {
    band: "vdl" as const,
    frequencyHz: Math.round(random.pick(anchor.frequenciesMhz) * 1e6),
    groundAddress: groundAddressOf(anchor, random),
  };
  const aircraft = kind === "gsif" ? null : skies.pickNear(anchor, atMs, random);
  if (aircraft === null || kind === "gsif") {
    const { icao, latitude, longitude } = anchor.airport;
    const content: TransmissionContent = {
      kind: "vdl-gsif",
      airport: icao,
      latitude: tenth(latitude),
      longitude: tenth(longitude),
    };
    return { transmissions: [linkFrame(context, { ...channel, atMs }, null, content)], from: null };
  }
  const state = aircraft.stateAt(atMs);
  if (kind === "xid") {
    const content = handoff(state, random);
    return {
      transmissions: [linkFrame(context, { ...channel, atMs }, state, content)],
      from: state,
    };
  }
  if (kind === "supervisory") {
    const content = supervisory(random);
    return {
      transmissions: [linkFrame(context, { ...channel, atMs }, state, content)],
      from: state,
    };
  }
  // Europe's upper airspace uses the ATN, others CPDLC over ACARS.
  const isAtn = kind === "atn" && anchor.airport.region === "europe" && state.phase === "airborne";
  if (isAtn)
    return { transmissions: atnExchange(context, { ...channel, atMs }, state), from: state };
  const direction: BlockDirection = kind === "uplink" ? "uplink" : "downlink";
  const composed =
    direction === "downlink"
      ? aircraft.composer.compose(state, random)
      : composeUplink(state, random, { accents: false });
  const exchange = { aircraft, state, channel, direction, composed, atMs };
  const transmissions = conversation(random, context.newId, exchange);
  if (random.chance(sharedBurstShare)) {
    const content = { ...supervisory(random), fromAircraft: direction === "downlink" };
    const behind = linkFrame(context, { ...channel, atMs }, state, content);
    transmissions.push({ ...behind, burstIndex: 1 });
  }
  return { transmissions, from: state };
};

function supervisory(random: SeededRandom) {
  return {
    kind: "vdl-supervisory" as const,
    fromAircraft: random.chance(0.6),
    sequence: random.integer(0, 7),
  };
}

function handoff(state: AirframeState, random: SeededRandom): TransmissionContent {
  const known = !random.chance(altitudeFillerShare);
  return {
    kind: "vdl-xid",
    destinationAirport: state.leg.destination.icao,
    position: {
      latitude: tenth(state.latitude),
      longitude: tenth(state.longitude),
      altitude: known ? Math.round(state.altitude / 1_000) * 1_000 : altitudeFillerFt,
    },
    sequence: random.integer(0, 7),
  };
}

/** Two networks have stations at an airport; their addresses begin with 1 and 2. */
function groundAddressOf(anchor: SimulatedStation, random: SeededRandom): string {
  let hash = 0;
  for (const letter of anchor.airport.icao) hash = (hash * 31 + letter.charCodeAt(0)) & 0xfffff;
  const network = random.chance(0.75) ? 0x10_0000 : 0x20_0000;
  return (network + hash).toString(16).toUpperCase();
}

function tenth(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}
