import type { Band } from "../air/transmission.ts";
import type { SimulatedStation } from "../stations.ts";
import type { BandTraffic, Exchange, TrafficContext } from "./band-traffic.ts";
import { hfdlTraffic } from "./hfdl.ts";
import { satelliteTraffic } from "./satellite.ts";
import { vdlTraffic } from "./vdl.ts";
import { vhfAcarsTraffic } from "./vhf-acars.ts";

const trafficBy: Record<Band, BandTraffic> = {
  acars: vhfAcarsTraffic,
  vdl: vdlTraffic,
  hfdl: hfdlTraffic,
  aero: satelliteTraffic,
  iridium: satelliteTraffic,
};

export function nextExchange(
  context: TrafficContext,
  anchor: SimulatedStation,
  atMs: number,
): Exchange {
  return trafficBy[anchor.band](context, anchor, atMs);
}
