import type { Section } from "../report.ts";
import { type AccuracyOptions, runAccuracy } from "./accuracy.ts";
import { type LookUpOptions, runLookUps } from "./look-ups.ts";

export type RoutesOptions = LookUpOptions &
  Pick<AccuracyOptions, "rate" | "airframes" | "portBase"> & {
    /** How long the simulated network sends, seconds. */
    readonly traffic: number;
  };

/** Measures how right, how fresh and how fast answers about routes are. */
export async function runRoutes(options: RoutesOptions): Promise<Section[]> {
  return [await runAccuracy({ ...options, seconds: options.traffic }), await runLookUps(options)];
}
