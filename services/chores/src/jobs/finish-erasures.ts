import * as db from "@jetwire/db";
import type { Database, ErasureWithObject } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { RedisErasure } from "@jetwire/redis";
import { type BatchesDone, createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";

const minuteMs = 60_000;
const erasuresPerRun = 100;
/** Processes that cached an owner or an ident may still write for this long after the beginning. */
const lateWritesMs = 2 * minuteMs;

/**
 * Continues erasures until nothing is left: chat messages, raw objects, feed logs. A run that was
 * killed is continued by the next one.
 */
export function finishErasuresJob(
  database: Database,
  redisErasure: RedisErasure,
  now: () => number,
): Job {
  return {
    name: jobName.finishErasures,
    everyMs: minuteMs,
    async run() {
      const pending = await runQuery(database, (sql) =>
        db.erasures.listPending(sql, erasuresPerRun),
      );
      const runBatches = createBatches(now);
      const result = { rows: 0, finished: 0, pending: 0 };
      for (const erasure of pending) {
        const { rows, more } = await eraseRows(erasure, runBatches);
        result.rows += rows;
        await eraseFromRedis(redisErasure, erasure);
        if (more || now() - Date.parse(erasure.requestedAt) < lateWritesMs) {
          result.pending++;
        } else {
          await runQuery(database, (sql) => db.erasures.finish(sql, erasure.id));
          result.finished++;
        }
      }
      return result;
    },
  };

  async function eraseRows(
    erasure: ErasureWithObject,
    runBatches: ReturnType<typeof createBatches>,
  ): Promise<BatchesDone> {
    return await runBatches((rowsMax) =>
      runQuery(database, (sql) => db.erasures.eraseNext(sql, erasure, rowsMax)),
    );
  }
}

async function eraseFromRedis(redisErasure: RedisErasure, { kind, objectId }: ErasureWithObject) {
  if (kind === "account") await redisErasure.account(objectId);
  else await redisErasure.station(Number(objectId));
}
