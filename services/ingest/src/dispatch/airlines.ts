import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { AirlineCodes } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import { every, type Logger, pause } from "@jetwire/runtime";

const refreshMs = 10 * 60_000;
const queryMs = 3_000;

/** Airline codes in memory. */
export type Airlines = Awaited<ReturnType<typeof openAirlines>>;

/** Loads airline codes from Postgres or, while it is unavailable, from their copy in Redis. */
export async function openAirlines(
  database: Pick<Database, "withQueryDeadline">,
  copy: Stores["airlineCodes"],
  log: Logger,
) {
  let codes: AirlineCodes = new Map();
  let isFresh = false;

  async function refresh(): Promise<void> {
    codes = await database.withQueryDeadline((sql) => db.airlines.loadCodes(sql), queryMs);
    isFresh = true;
    await copy.replace(codes);
  }

  await refresh().catch(async (error: unknown) => {
    log.warn({ err: error }, "airline codes could not be loaded");
    if (codes.size === 0) codes = await copy.read().catch(() => codes);
  });
  return {
    codes: (): AirlineCodes => codes,
    /** Refreshes the codes from Postgres until aborted. */
    async run(signal: AbortSignal): Promise<void> {
      // Without Postgres at the start, they are loaded as soon as it answers.
      if (isFresh) await pause(refreshMs, signal);
      await every(refreshMs, refresh, { signal, log, task: "refresh airline codes" });
    },
  };
}
