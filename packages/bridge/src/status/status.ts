import { outputStatus } from "@jetwire/relay";
import type { AircraftOutputs } from "../aircraft/aircraft.ts";
import type { BridgeConfig } from "../config/bridge-config.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { Source } from "../source/source.ts";

/** The messages that a bridge receives and gives out, as `/status.json` has it. */
export type BridgeStatus = ReturnType<ReturnType<typeof createStatus>>;

/** The parts of a bridge that are switched on. */
export interface StatusOptions {
  readonly config: BridgeConfig;
  readonly source: Source;
  readonly deliveries: Deliveries | null;
  readonly aircraft: AircraftOutputs | null;
}

/** Creates a function that returns the status now. */
export function createStatus({ config, source, deliveries, aircraft }: StatusOptions) {
  const startedAt = new Date().toISOString();
  return () => ({
    startedAt,
    now: new Date().toISOString(),
    source: { kind: config.source, url: config.url, filter: config.filter, ...source.state },
    buffer: deliveries?.buffer ?? null,
    outputs: deliveries?.outputs.map(outputStatus) ?? [],
    aircraft: aircraft && { ports: aircraft.ports, ...aircraft.state },
  });
}
