import * as db from "@jetwire/db";
import type { Database, NotificationToAdd, UpgradedKey } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";

const hourMs = 3_600_000;
/** Keys of one run; the rest follows in the next one. */
const upgradedMax = 500;

/**
 * Computes which conditions of a feeder key each claimed station fails. Stations that were computed
 * the longest ago come first, so that the next run continues where this one ends. Then it turns starter
 * keys of accounts with an eligible station into feeder keys.
 */
export function computeEligibilityJob(
  database: Database,
  notifier: Notifier,
  now: () => number,
): Job {
  return {
    name: jobName.computeEligibility,
    everyMs: hourMs,
    async run() {
      const { rows, more } = await createBatches(now)((stationsMax) =>
        runQuery(database, (sql) => db.eligibility.compute(sql, stationsMax)),
      );
      const upgraded = await runQuery(database, (sql) =>
        db.apiKeys.upgradeStarters(sql, upgradedMax),
      );
      for (const key of upgraded) await notifier.notify(upgradeOf(key));
      const result = { stations: rows, upgraded: upgraded.length };
      return more ? { ...result, unfinished: 1 } : result;
    },
  };
}

function upgradeOf({ keyId, accountId, hint }: UpgradedKey) {
  return {
    userId: accountId,
    type: "system.announcement",
    title: "Your key is a feeder key",
    body: `One of your stations is eligible, so the key ${hint}… has the limits of a feeder key now.`,
    data: { keyId, hint, tier: "feeder" },
  } as const satisfies NotificationToAdd;
}
