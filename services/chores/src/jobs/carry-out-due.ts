import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";

const minuteMs = 60_000;
const stepsPerRun = 100;

/**
 * Carries out the erasures and transfers of owners that are due, and forgets secrets of webhooks that were replaced long enough ago. Each takes effect in one statement with the
 * end of its row, so a run that was killed is continued by the next one, and nothing happens twice.
 */
export function carryOutDueJob(
  database: Database,
  notices: Pick<Stores["notices"], "publish">,
  userChannel: Pick<Stores["userChannel"], "wake">,
): Job {
  async function erase(): Promise<number> {
    let erased = 0;
    for (const due of await runQuery(database, (sql) => db.erasures.listDue(sql, stepsPerRun))) {
      const hasBegun = await runQuery(database, (sql) => db.erasures.carryOut(sql, due));
      if (!hasBegun) continue;
      erased++;
      // Notices may be lost: processes find the change in Postgres within seconds.
      const { kind, objectId } = due;
      const notice =
        kind === "account"
          ? ({ kind: "account-changed", accountId: objectId } as const)
          : ({ kind: "station-changed", stationId: Number(objectId) } as const);
      await notices.publish(notice).catch(() => {});
    }
    return erased;
  }

  async function move(): Promise<number> {
    let moved = 0;
    for (const due of await runQuery(database, (sql) => db.transfers.listDue(sql, stepsPerRun))) {
      const hasMoved = await runQuery(database, (sql) => db.transfers.carryOut(sql, due));
      if (!hasMoved) continue;
      moved++;
      const { stationId, fromId, toId } = due;
      await notices.publish({ kind: "station-changed", stationId }).catch(() => {});
      for (const userId of [fromId, toId]) await userChannel.wake(userId).catch(() => {});
    }
    return moved;
  }

  return {
    name: jobName.carryOutDue,
    everyMs: minuteMs,
    async run() {
      return {
        erased: await erase(),
        moved: await move(),
        forgotten: await runQuery(database, (sql) =>
          db.destinations.forgetPreviousSecrets(sql, stepsPerRun),
        ),
      };
    },
  };
}
