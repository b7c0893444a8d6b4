import { type Database, loadAirlineCodes } from "@jetwire/db";
import type { AirlineCodes } from "@jetwire/protocol";
import { type Keys, readAirlineCodes, type RedisClient, writeAirlineCodes } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";

const refreshMs = 10 * 60_000;
const queryMs = 3_000;

/** Airline codes in memory: from Postgres, or from their copy in Redis while it is away. */
export async function openAirlines(
  database: Database,
  redis: RedisClient,
  keys: Keys,
  log: Logger,
): Promise<Disposable & { codes: () => AirlineCodes }> {
  let codes: AirlineCodes = new Map();

  async function refresh(): Promise<void> {
    try {
      codes = await database.withQueryDeadline((sql) => loadAirlineCodes(sql), queryMs);
      await writeAirlineCodes(redis, keys, codes);
    } catch (error) {
      log.warn({ err: error }, "airline codes could not be refreshed");
      if (codes.size === 0) codes = await readAirlineCodes(redis, keys).catch(() => codes);
    }
  }

  await refresh();
  const timer = setInterval(() => void refresh(), refreshMs);
  return {
    codes: () => codes,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
