import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { CanaryRun } from "@jetwire/protocol";
import { runQuery } from "../run-query.ts";

/** A week of counts waits for Postgres at most; the oldest are dropped first. */
const hoursMax = 168;

/** Counts canary messages by hour in Postgres. Counts wait here while it does not answer. */
export function createCanaryHours(database: Database) {
  const waiting = new Map<string, { sent: number; arrived: number }>();
  return {
    /** Counts a canary message, and stores all counts that wait. @throws while Postgres does not answer */
    async add({ sentAt, problem }: CanaryRun): Promise<void> {
      const hour = `${sentAt.slice(0, 13)}:00:00Z`;
      const { sent, arrived } = waiting.get(hour) ?? { sent: 0, arrived: 0 };
      waiting.set(hour, { sent: sent + 1, arrived: arrived + Number(problem === null) });
      const [oldest] = waiting.keys();
      if (waiting.size > hoursMax && oldest !== undefined) waiting.delete(oldest);
      const stored = [...waiting].map(([name, counts]) => ({ hour: name, ...counts }));
      await runQuery(database, (sql) => db.health.addHours(sql, stored));
      // One message is counted at a time.
      waiting.clear();
    },
  };
}
