import {
  backupSources,
  keepBackups,
  openStore,
  rotationOf,
  stateAfterFailure,
} from "@jetwire/backup";
import * as db from "@jetwire/db";
import type { BackupState, Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { ChoresConfig } from "../config.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";
import { freeBytesOfPostgres } from "../storage/postgres-disk.ts";

const everyMs = 3_600_000;
/** Much longer than a database takes for which these back-ups are made. */
const runMsMax = 20 * everyMs;

const notConfigured = {
  configured: false,
  store: null,
  since: null,
  newest: null,
  count: 0,
  failedAt: null,
  problem: null,
  damaged: [],
  checkedAt: {},
} as const;

/**
 * Creates a job that takes the back-up of the day from BACKUP_HOUR on, removes old ones and reads those that are kept once a
 * week, or when the store lists a change of them. It does nothing without BACKUP_TARGET. What it knows is stored for the health of the service.
 */
export function backUpJob(database: Database, config: ChoresConfig, now: () => number): Job {
  return {
    name: jobName.backUp,
    everyMs,
    isLong: true,
    async run(signal = new AbortController().signal) {
      const write = (state: BackupState) =>
        runQuery(database, (sql) => db.backups.writeState(sql, state));
      const before = await runQuery(database, db.backups.readState);
      const freeBytes = () => freeBytesOfPostgres(database, config);
      const sources = backupSources(config, config.DATABASE_URL, { freeBytes });
      if (config.BACKUP_TARGET === undefined || sources === null) {
        if (before?.configured !== false) await write(notConfigured);
        return {};
      }
      try {
        const store = openStore(config);
        if (store === null) return {};
        const { state, taken, removed, checked } = await keepBackups(
          store,
          sources,
          { hour: config.BACKUP_HOUR, rotation: rotationOf(config) },
          { now, signal: AbortSignal.any([signal, AbortSignal.timeout(runMsMax)]), before },
        );
        await write(state);
        return { taken, removed, checked };
      } catch (error) {
        if (error instanceof db.backups.BackupBusyError) return {};
        if (!signal.aborted) {
          const reason = error instanceof Error ? error.message : String(error);
          await write(stateAfterFailure(before, config.BACKUP_TARGET, reason, now()));
        }
        throw error;
      }
    },
  };
}
