import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { every, type Logger } from "@jetwire/runtime";
import type { RejectCounter } from "./admission/station-rejects.ts";
import type { SourceCounter } from "./admission/station-sources.ts";
import type { ChannelCounter } from "./ground/channel-counter.ts";
import type { SightingCounter } from "./ground/sighting-counter.ts";

/** The counters in memory, each with a bound of its own. */
export interface Counted {
  readonly sources: Pick<SourceCounter, "flush">;
  readonly rejects: Pick<RejectCounter, "flush">;
  readonly sightings: Pick<SightingCounter, "flush">;
  readonly hfChannels: Pick<ChannelCounter, "flush">;
}

const countsMs = 2_000;
const sightingsMs = 5_000;

/**
 * Writes to Postgres what was counted in memory, at intervals until the signal aborts. What was counted last is
 * written then. While Postgres is unavailable, ingest goes on; each counter says whether its counts are kept or lost.
 */
export async function writeCounts(
  { sources, rejects, sightings, hfChannels }: Counted,
  query: RunQueries,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Logger },
): Promise<void> {
  async function write(task: string, ms: number, flush: () => Promise<void>): Promise<void> {
    await every(ms, flush, { signal, log, task });
    await flush().catch(() => {});
  }
  await Promise.all([
    write("write sources of stations", countsMs, () =>
      sources.flush((batch) => query((sql) => db.stationSources.add(sql, batch))),
    ),
    write("write rejects", countsMs, () =>
      rejects.flush({
        stations: (batch) => query((sql) => db.stationRejects.add(sql, batch)),
        networks: (batch) => query((sql) => db.networkRejects.add(sql, batch)),
      }),
    ),
    write("write ground stations", sightingsMs, () =>
      sightings.flush((batch) => query((sql) => db.groundStations.writeSightings(sql, batch))),
    ),
    write("write channels of HFDL", sightingsMs, () =>
      hfChannels.flush((batch) => query((sql) => db.hf.addReceptions(sql, batch))),
    ),
  ]);
}
