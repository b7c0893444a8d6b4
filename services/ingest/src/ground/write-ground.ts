import { writeSightings } from "@jetwire/db";
import { every, type Logger } from "@jetwire/runtime";
import type { RunQuery } from "../admission/write-station-counts.ts";
import type { HfdlLogons } from "./hfdl-logons.ts";
import type { SightingCounter } from "./sighting-counter.ts";

const sightingsMs = 5_000;
const logonsMs = 500;

/**
 * Writes ground stations to Postgres and logons to Redis at intervals until the signal aborts. What was
 * collected last is written then. While a server is unavailable, what is collected is lost, and ingest goes on.
 */
export async function writeGround(
  sightings: SightingCounter,
  logons: HfdlLogons,
  query: RunQuery,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Logger },
): Promise<void> {
  async function write(): Promise<void> {
    await sightings.flush((batch) => query((sql) => writeSightings(sql, batch)));
  }
  const options = { signal, log };
  await Promise.all([
    every(sightingsMs, write, { ...options, task: "write ground stations" }),
    every(logonsMs, () => logons.flush(), { ...options, task: "write HFDL logons" }),
  ]);
  await write().catch(() => {});
}
