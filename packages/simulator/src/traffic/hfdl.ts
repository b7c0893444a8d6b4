import { type HfdlGroundStation, hfdlGroundStations } from "@jetwire/protocol";
import type {
  TransmissionContent,
  HfdlLink,
  HfdlSquitter,
  Transmission,
} from "../air/transmission.ts";
import { systemTableParts } from "../decoders/hfdl-pdus.ts";
import type { SeededRandom } from "../random.ts";
import { weighted } from "../random.ts";
import type { AirframeState } from "../world/flight.ts";
import { flightIdOf } from "./acars-blocks.ts";
import { conversation } from "./conversation.ts";
import type { BandTraffic, TrafficContext } from "./band-traffic.ts";
import { linkFrame } from "./band-traffic.ts";
import type { HfdlSession } from "./hfdl-logons.ts";
import type { SimulatedAircraft } from "./skies.ts";
import { composeUplink } from "./uplink-composer.ts";

const pickKind = weighted([
  ["squitter", 25],
  ["system-table", 1],
  ["performance", 25],
  ["frequency-data", 4],
  ["logon-resume", 6],
  ["logon-request", 3],
  ["logoff", 3],
  ["downlink", 17],
  ["uplink", 5],
] as const);

type Kind = ReturnType<typeof pickKind>;

const squitterEveryMs = 32_000;
const addressKnownShare = 0.35;
const positionUnknownShare = 0.07;
const icaoStyleShare = 0.66;
/** The answer of a ground station to a logon, and the first message after it. */
const confirmAfterMs = 3_000;
const messageAfterMs = 9_000;
/** Share of confirms with the one of another aircraft behind them in the same burst. */
const sharedBurstShare = 0.3;
/** The number that addresses all aircraft. */
const allAircraft = 0;

/** HFDL: squitters, reports of how well the link does (with positions), log-ons and ACARS. */
export const hfdlTraffic: BandTraffic = (context, _anchor, atMs) => {
  const { random, skies } = context;
  const kind = pickKind(random);
  const isOfGround = kind === "squitter" || kind === "system-table";
  const aircraft = isOfGround ? null : skies.pickOverOcean(atMs, random);
  if (aircraft === null || isOfGround) {
    return { transmissions: [groundFrame(context, kind, atMs)], from: null };
  }
  return { transmissions: aircraftFrames(context, kind, aircraft, atMs), from: null };
};

/** Returns a frame that a ground station sends to all. */
function groundFrame(context: TrafficContext, kind: Kind, atMs: number): Transmission {
  const { random } = context;
  const ground = random.pick(hfdlGroundStations);
  const khz = ground.frequenciesKhz[random.pick(context.logons.activeOf(ground, atMs))] ?? 0;
  const channel = { ...channelOf({ frequencyHz: khz * 1_000 }), atMs };
  const link = { ground, aircraftId: allAircraft, addressKnown: false };
  const part = random.integer(1, systemTableParts);
  const content: TransmissionContent =
    kind === "system-table"
      ? { kind: "hfdl-system-table", link, part }
      : squitter(context, ground, atMs);
  return linkFrame(context, channel, null, content);
}

function squitter(context: TrafficContext, ground: HfdlGroundStation, atMs: number): HfdlSquitter {
  return {
    kind: "hfdl-squitter",
    ground,
    frameIndex: Math.floor(atMs / squitterEveryMs) % 256,
    active: activeOf(context, ground, atMs),
  };
}

/** Returns what a ground station and two others are active on. */
function activeOf({ random, logons }: TrafficContext, ground: HfdlGroundStation, atMs: number) {
  const named = new Set([ground, random.pick(hfdlGroundStations), random.pick(hfdlGroundStations)]);
  return [...named].map((one) => ({ ground: one, frequencies: logons.activeOf(one, atMs) }));
}

/** Returns what an aircraft or its ground station sends; one that is not logged on logs on first. */
function aircraftFrames(
  context: TrafficContext,
  kind: Kind,
  aircraft: SimulatedAircraft,
  atMs: number,
): Transmission[] {
  const { random, logons } = context;
  const known = logons.sessionOf(aircraft, atMs);
  if (kind === "logoff" && known !== null) {
    logons.logOff(aircraft);
    const link = linkOf(known, random);
    const frame = { ...channelOf(known), atMs };
    return [linkFrame(context, frame, aircraft.stateAt(atMs), { kind: "hfdl-logoff", link })];
  }
  const isLogon = kind === "logon-resume" || kind === "logon-request" || kind === "logoff";
  if (known !== null && !isLogon)
    return messages(context, kind, { aircraft, session: known, atMs });
  const session = logons.logOn(aircraft, atMs, random);
  const frames = logonFrames(context, kind === "logon-request" ? kind : "logon-resume", {
    aircraft,
    session,
    atMs,
  });
  if (isLogon) return frames;
  const laterMs = atMs + messageAfterMs;
  return [...frames, ...messages(context, kind, { aircraft, session, atMs: laterMs })];
}

interface Logged {
  readonly aircraft: SimulatedAircraft;
  readonly session: HfdlSession;
  readonly atMs: number;
}

/** Returns the request of a logon and its confirm, with which another one may be sent. */
function logonFrames(
  context: TrafficContext,
  lpdu: "logon-resume" | "logon-request",
  { aircraft, session, atMs }: Logged,
): Transmission[] {
  const { random, logons, skies } = context;
  const state = aircraft.stateAt(atMs);
  const channel = channelOf(session);
  const request = linkFrame(context, { ...channel, atMs }, state, {
    kind: "hfdl-frequency-data",
    link: linkOf(session, random),
    ...reportOf(state, random),
    active: activeOf(context, session.ground, atMs),
    lpdu,
  });
  const answerMs = atMs + confirmAfterMs;
  const confirm = linkFrame(context, { ...channel, atMs: answerMs }, state, confirmOf(session));
  const other = random.chance(sharedBurstShare) ? skies.pickOverOcean(atMs, random) : null;
  const theirs = other === null ? null : logons.sessionOf(other, atMs);
  if (other === null || theirs === null || !isSameChannel(theirs, session) || other === aircraft) {
    return [request, confirm];
  }
  const behind = linkFrame(
    context,
    { ...channel, atMs: answerMs },
    other.stateAt(atMs),
    confirmOf(theirs),
  );
  return [request, confirm, { ...behind, burstIndex: 1 }];
}

function confirmOf(session: HfdlSession): TransmissionContent {
  const link = { ...session, addressKnown: false };
  return { kind: "hfdl-logon-confirm", link, assignedId: session.aircraftId };
}

function isSameChannel(a: HfdlSession, b: HfdlSession): boolean {
  return a.ground === b.ground && a.frequencyHz === b.frequencyHz;
}

/** Returns a report, or an ACARS message and what follows from it. */
function messages(
  context: TrafficContext,
  kind: Kind,
  { aircraft, session, atMs }: Logged,
): Transmission[] {
  const { random, newId } = context;
  const state = aircraft.stateAt(atMs);
  const link = linkOf(session, random);
  const channel = channelOf(session);
  if (kind === "downlink" || kind === "uplink") {
    const composed =
      kind === "downlink"
        ? aircraft.composer.compose(state, random)
        : composeUplink(state, random, { accents: false });
    return conversation(random, newId, {
      aircraft,
      state,
      channel,
      direction: kind,
      composed,
      atMs,
      wrap: (block) => ({ kind: "hfdl-envelope", link, block }),
    });
  }
  const report = { link, ...reportOf(state, random) };
  const content: TransmissionContent =
    kind === "frequency-data"
      ? {
          kind: "hfdl-frequency-data",
          ...report,
          active: activeOf(context, session.ground, atMs),
          lpdu: "frequency-data",
        }
      : { kind: "hfdl-performance", ...report, legNumber: random.integer(1, 255) };
  return [linkFrame(context, { ...channel, atMs }, state, content)];
}

/** Returns flight and position as both kinds of reports have them. */
function reportOf(state: AirframeState, random: SeededRandom) {
  const flightId = random.chance(icaoStyleShare)
    ? state.airframe.airline.icao + String(state.leg.flightNumber)
    : flightIdOf(state);
  const position = random.chance(positionUnknownShare)
    ? null
    : { latitude: round6(state.latitude), longitude: round6(state.longitude), altitude: null };
  return { flightId, position };
}

function linkOf({ ground, aircraftId }: HfdlSession, random: SeededRandom): HfdlLink {
  return { ground, aircraftId, addressKnown: random.chance(addressKnownShare) };
}

function channelOf({ frequencyHz }: Pick<HfdlSession, "frequencyHz">) {
  return { band: "hfdl" as const, frequencyHz, groundAddress: "" };
}

function round6(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
