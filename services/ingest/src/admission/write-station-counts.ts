import { addNetworkRejects, addStationRejects, addStationSources, type Sql } from "@jetwire/db";
import { every, type Logger } from "@jetwire/runtime";
import type { NetworkHistory } from "./network-history.ts";
import type { RejectCounter } from "./station-rejects.ts";
import type { SourceCounter } from "./station-sources.ts";

/** Runs queries within a deadline. */
export type RunQuery = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

const writeMs = 2_000;
const historyMs = 600_000;

/**
 * Writes what was counted by station every two seconds, and reads which networks have history every
 * ten minutes, until the signal aborts. What was counted last is written then.
 */
export async function writeStationCounts(
  counted: {
    readonly sources: SourceCounter;
    readonly rejects: RejectCounter;
    readonly history: NetworkHistory;
  },
  query: RunQuery,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Logger },
): Promise<void> {
  async function write(): Promise<void> {
    await counted.sources.flush((batch) => query((sql) => addStationSources(sql, batch)));
    await counted.rejects.flush({
      stations: (batch) => query((sql) => addStationRejects(sql, batch)),
      networks: (batch) => query((sql) => addNetworkRejects(sql, batch)),
    });
  }
  const options = { signal, log };
  await Promise.all([
    every(writeMs, write, { ...options, task: "write counts of stations" }),
    every(historyMs, () => query((sql) => counted.history.load(sql)), {
      ...options,
      task: "load the history of networks",
    }),
  ]);
  await write().catch(() => {});
}
