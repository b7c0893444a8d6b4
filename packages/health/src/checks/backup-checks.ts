import type { BackupState } from "@jetwire/db";
import type { Check, Fault } from "../check.ts";
import { backupAgeMsMax } from "../limits.ts";

const hourMs = 3_600_000;

export const backupChecks: readonly Check[] = [
  {
    name: "backups",
    passes: "A back-up of the last day is whole and was restored",
    severity: "warning",
    audience: "operators",
    remedy:
      "correct what the reason names; chores tries again every hour, `jetwire backup now` at once",
    alert: "JetwireBackups",
    faults: ({ backups, nowMs }) => backups && backupFaults(backups, nowMs),
  },
];

/** Finds no fault without a target, which `doctor` only mentions. */
function backupFaults(state: BackupState, nowMs: number): Fault[] {
  if (!state.configured) return [];
  return [...ageFaults(state, nowMs), ...lessFaults(state), ...damageFaults(state)];
}

function ageFaults({ newest, since, failedAt, problem }: BackupState, nowMs: number): Fault[] {
  const reason = problem === null ? {} : { detail: problem };
  if (newest === null) {
    const isWaiting = failedAt === null && ageMs(since, nowMs) <= backupAgeMsMax;
    return isWaiting ? [] : [{ sentence: "There is no back-up", ...reason, since }];
  }
  const age = ageMs(newest.takenAt, nowMs);
  if (age <= backupAgeMsMax) return [];
  const sentence = `The newest back-up is ${Math.floor(age / hourMs)} hours old`;
  return [{ sentence, ...reason, since: newest.takenAt }];
}

function lessFaults({ newest }: BackupState): Fault[] {
  if (newest === null || newest.verifiedLess === null) return [];
  return [
    {
      sentence: `The back-up ${newest.name} was not restored to verify it`,
      detail: newest.verifiedLess,
      remedy:
        "enlarge the disk of Postgres if it has no room, or set BACKUP_VERIFY=read to do without; after a return from an upgrade, upgrade again",
    },
  ];
}

function damageFaults({ damaged }: BackupState): Fault[] {
  return damaged.map(({ name, reason }) => ({
    sentence: `The back-up ${name} is damaged`,
    detail: reason,
    remedy:
      "check the disk of the store; then delete the files of this back-up, and run `jetwire backup now`",
  }));
}

function ageMs(since: string | null, nowMs: number): number {
  return since === null ? 0 : nowMs - Date.parse(since);
}
