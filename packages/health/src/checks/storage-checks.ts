import type { StorageReport } from "@jetwire/protocol";
import type { Check, Fault } from "../check.ts";
import type { HealthFacts } from "../health-facts.ts";
import {
  diskDaysCritical,
  diskDaysWarning,
  retentionNoticeMs,
  storageReportMsMax,
} from "../limits.ts";

const dayMs = 86_400_000;
/** The time after a drop because of the share in which the next ones are expected. */
const expectedMs = 7 * dayMs;
const grows = "`jetwire storage` shows what grows; enlarge the disk, or keep less";

export const storageChecks: readonly Check[] = [
  {
    name: "disk-soon-full",
    passes: "No disk is forecast to be full within a day",
    severity: "critical",
    audience: "operators",
    remedy: `${grows} now`,
    alert: "JetwireDiskSoonFull",
    faults: whenMeasured((report, nowMs) => fullFaults(report, nowMs, 0, diskDaysCritical)),
  },
  {
    name: "disk-forecast",
    passes: "No disk is forecast to be full within a week",
    severity: "warning",
    audience: "operators",
    remedy: `${grows}: KEEP_MESSAGES_DAYS or RETENTION_DISK_SHARE`,
    alert: "JetwireDiskForecast",
    faults: whenMeasured((report, nowMs) =>
      fullFaults(report, nowMs, diskDaysCritical, diskDaysWarning),
    ),
  },
  {
    name: "retention",
    passes: "Messages are kept as long as they should be",
    severity: "warning",
    audience: "operators",
    remedy:
      "`jetwire storage plan` shows what is dropped when; enlarge the disk, raise RETENTION_DISK_SHARE, or lower KEEP_MESSAGES_DAYS",
    alert: "JetwireRetention",
    faults: whenMeasured(retentionFaults),
  },
];

/** Judges what chores has measured; null if that is old, or there is none. */
function whenMeasured(judge: (report: StorageReport, nowMs: number) => Fault[]) {
  return ({ storage, nowMs }: HealthFacts): readonly Fault[] | null =>
    storage === null || nowMs - Date.parse(storage.measuredAt) > storageReportMsMax
      ? null
      : judge(storage, nowMs);
}

/** Finds the disks that are full within days from `after` on, up to `within`. */
function fullFaults({ disks }: StorageReport, nowMs: number, after: number, within: number) {
  return disks.flatMap(({ name, fullAt, freeBytes, growthBytes }): Fault[] => {
    if (fullAt === null) return [];
    const days = Math.max(0, (Date.parse(fullAt) - nowMs) / dayMs);
    if (days < after || days >= within) return [];
    return [
      {
        about: name,
        sentence: `The disk of ${name} will be full ${inText(days)}`,
        detail: `${gigabytes(freeBytes)} are free, and ${gigabytes(growthBytes ?? 0)} are added a day`,
      },
    ];
  });
}

function retentionFaults({ retention }: StorageReport, nowMs: number): Fault[] {
  const { isExceeded, share, daysMin, droppedAt, drops } = retention;
  if (isExceeded) {
    const kept = daysMin === 1 ? "day" : `${daysMin} days`;
    return [
      {
        sentence: `The database takes more than RETENTION_DISK_SHARE (${share}), and only the last ${kept} of RETENTION_DAYS_MIN could be dropped`,
      },
    ];
  }
  const next = drops.find(({ reason }) => reason === "share");
  if (next === undefined || Date.parse(next.at) - nowMs > retentionNoticeMs) return [];
  if (droppedAt !== null && nowMs - Date.parse(droppedAt) < expectedMs) return [];
  return [
    {
      sentence: `Retention will drop the messages of ${next.day} sooner than after KEEP_MESSAGES_DAYS: the database reaches RETENTION_DISK_SHARE (${share})`,
      detail: `at ${next.at.slice(0, 16).replace("T", " ")} UTC`,
    },
  ];
}

function inText(days: number): string {
  if (days >= 2) return `in ${Math.floor(days)} days`;
  const hours = Math.floor(days * 24);
  return hours < 1 ? "within an hour" : hours === 1 ? "in an hour" : `in ${hours} hours`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
}
