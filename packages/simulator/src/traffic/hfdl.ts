import type { Content, HfdlLink } from "../air/transmission.ts";
import type { Random } from "../random.ts";
import { weighted } from "../random.ts";
import { hfdlGroundStations } from "../world/hfdl-ground-stations.ts";
import type { FlightState } from "../world/flight.ts";
import { flightIdOf } from "./acars-blocks.ts";
import { conversation } from "./conversation.ts";
import { linkFrame } from "./band-traffic.ts";
import type { BandTraffic } from "./band-traffic.ts";
import { composeUplink } from "./uplink-composer.ts";

const pickKind = weighted([
  ["squitter", 25],
  ["performance", 23],
  ["frequency-data", 4],
  ["logon-resume", 8],
  ["logon-request", 4],
  ["logon-confirm", 7],
  ["logoff", 3],
  ["downlink", 17],
  ["uplink", 5],
] as const);

const squitterEveryMs = 32_000;
const addressKnownShare = 0.35;
const positionUnknownShare = 0.07;
const icaoStyleShare = 0.66;

/** HFDL: squitters, reports of how well the link does (with positions), log-ons and ACARS. */
export const hfdlTraffic: BandTraffic = (context, _anchor, atMs) => {
  const { random, skies, newId } = context;
  const kind = pickKind(random);
  const ground = random.pick(hfdlGroundStations);
  const channel = {
    band: "hfdl" as const,
    frequencyHz: random.pick(ground.frequenciesKhz) * 1_000,
    groundAddress: "",
  };
  const aircraft = kind === "squitter" ? null : skies.pickOverOcean(atMs, random);
  if (aircraft === null || kind === "squitter") {
    const frameIndex = Math.floor(atMs / squitterEveryMs) % 256;
    const content: Content = { kind: "hfdl-squitter", ground, frameIndex };
    return { transmissions: [linkFrame(context, { ...channel, atMs }, null, content)], from: null };
  }
  const state = aircraft.stateAt(atMs);
  const link: HfdlLink = {
    ground,
    aircraftId: random.integer(1, 254),
    addressKnown: random.chance(addressKnownShare),
  };
  if (kind === "downlink" || kind === "uplink") {
    const composed =
      kind === "downlink"
        ? aircraft.composer.compose(state, random)
        : composeUplink(state, random, { accents: false });
    const transmissions = conversation(random, newId, {
      aircraft,
      state,
      channel,
      direction: kind,
      composed,
      atMs,
      wrap: (block) => ({ kind: "hfdl-envelope", link, block }),
    });
    return { transmissions, from: null };
  }
  const content = reportOf(kind, link, state, random);
  const transmissions = [linkFrame(context, { ...channel, atMs }, state, content)];
  const second = kind === "logon-confirm" ? skies.pickOverOcean(atMs, random) : null;
  if (second !== null && second !== aircraft) {
    // A ground station answers several aircraft in one burst.
    const other = { ...content, link: { ...link, aircraftId: random.integer(1, 254) } };
    const behind = linkFrame(context, { ...channel, atMs }, second.stateAt(atMs), other);
    transmissions.push({ ...behind, burstIndex: 1 });
  }
  return { transmissions, from: null };
};

function reportOf(
  kind: Exclude<ReturnType<typeof pickKind>, "squitter" | "downlink" | "uplink">,
  link: HfdlLink,
  state: FlightState,
  random: Random,
): Content & { link: HfdlLink } {
  const flightId = random.chance(icaoStyleShare)
    ? state.airframe.airline.icao + String(state.leg.flightNumber)
    : flightIdOf(state);
  const position = random.chance(positionUnknownShare)
    ? null
    : { latitude: round6(state.latitude), longitude: round6(state.longitude), altitude: null };
  switch (kind) {
    case "performance":
      return {
        kind: "hfdl-performance",
        link,
        flightId,
        position,
        legNumber: random.integer(1, 255),
      };
    case "logon-confirm":
      return { kind: "hfdl-logon-confirm", link, assignedId: random.integer(1, 254) };
    case "logoff":
      return { kind: "hfdl-logoff", link };
    case "frequency-data":
    case "logon-resume":
    case "logon-request":
      return { kind: "hfdl-frequency-data", link, flightId, position, lpdu: kind };
  }
}

function round6(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
