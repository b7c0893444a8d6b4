import { isUnavailable, type RunQueries } from "@jetwire/db";
import { backOffMs, pause } from "@jetwire/runtime";

const outageMsMax = 300_000;

/**
 * Repeats queries while Postgres is unavailable or overloaded, for at most five minutes, because an import takes hours. Only
 * for queries that add nothing twice: the answer to one that was executed may be lost.
 *
 * @param onOutage receives the reason when an outage begins
 */
export function repeatedQueries(run: RunQueries, onOutage: (reason: string) => void): RunQueries {
  return async (work) => {
    const endMs = performance.now() + outageMsMax;
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(work);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > endMs) throw error;
        if (attempt === 1) onOutage(error instanceof Error ? error.message : String(error));
        await pause(backOffMs(attempt, 100));
      }
    }
  };
}
