import type { SimulatedStation } from "../stations.ts";
import { conversation } from "./conversation.ts";
import type { BandTraffic } from "./band-traffic.ts";
import { composeUplink } from "./uplink-composer.ts";

const groundEarthStations = ["44", "50", "82", "85", "90", "C1"];
/** Hz; where Iridium's simplex and duplex channels begin, and how far apart they are. */
const iridiumFromHz = 1_616_020_833;
const iridiumSpacingHz = 41_667;

/** Inmarsat Aero and Iridium: aircraft far from land, received wherever the satellite is in sight. */
export const satelliteTraffic: BandTraffic = ({ random, skies, newId }, anchor, atMs) => {
  const aircraft = skies.pickOverOcean(atMs, random);
  if (aircraft === null) return { transmissions: [], from: null };
  const state = aircraft.stateAt(atMs);
  const down = receivesDownlinks(anchor) && random.chance(0.5);
  const composed = down
    ? aircraft.composer.compose(state, random)
    : composeUplink(state, random, { accents: anchor.band === "aero" });
  const iridium = anchor.band === "iridium";
  const transmissions = conversation(random, newId, {
    aircraft,
    state,
    channel: {
      band: anchor.band,
      frequencyHz: iridium ? iridiumFromHz + random.integer(0, 239) * iridiumSpacingHz : 0,
      groundAddress: iridium ? "" : random.pick(groundEarthStations),
    },
    direction: down ? "downlink" : "uplink",
    composed,
    atMs,
  });
  return { transmissions, from: null };
};

/** SatDump listens to the L band, where the ground speaks; the old toolkit is known for that too. */
function receivesDownlinks(station: SimulatedStation): boolean {
  return station.decoder !== "satdump" && station.decoder !== "iridium-toolkit-2022";
}
