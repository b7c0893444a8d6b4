import { lateMs } from "../limits.ts";
import type { Alert } from "./alert.ts";

export const ingestAlerts = [
  {
    name: "JetwireJournalWaiting",
    severity: "critical",
    summary:
      "Messages have waited for {{ $value | humanizeDuration }} in the journal of {{ $labels.instance }}",
    expr: `max by (instance) (jetwire_ingest_dispatch_wait_seconds) > ${lateMs / 1_000}`,
    for: "10s",
  },
  {
    name: "JetwireJournalFull",
    severity: "critical",
    summary: "The journal of {{ $labels.instance }} is {{ $value | humanizePercentage }} full",
    expr: "max by (instance) (jetwire_ingest_journal_bytes / jetwire_ingest_journal_limit_bytes) > 0.5",
    for: "10s",
  },
  {
    name: "JetwireDiskLow",
    severity: "critical",
    summary:
      "The disk with the journal of {{ $labels.instance }} has {{ $value | humanize1024 }}B free",
    expr: `
      min by (instance) (jetwire_ingest_journal_disk_free_bytes) < 536870912
      and min by (instance) (jetwire_ingest_journal_disk_free_bytes / jetwire_ingest_journal_disk_bytes) < 0.05`,
    for: "10s",
  },
  {
    name: "JetwireDiskFilling",
    severity: "warning",
    summary:
      "The disk with the journal of {{ $labels.instance }} will be full within four hours, {{ $value | humanizePercentage }} is free",
    comment:
      "What fills a disk once, for example an index, is no trend: half of it must be used, and the last half hour lead to its end in four hours.",
    expr: `
      min by (instance) (jetwire_ingest_journal_disk_free_bytes / jetwire_ingest_journal_disk_bytes) < 0.5
      and min by (instance) (predict_linear(jetwire_ingest_journal_disk_free_bytes[30m], 4 * 3600)) < 0
      and min by (instance) (jetwire_ingest_journal_disk_free_bytes offset 20m) > 0`,
    for: "5m",
  },
  {
    name: "JetwireIngestRefuses",
    severity: "critical",
    summary: "Ingest refuses messages: {{ $labels.reason }}",
    expr: `sum by (reason) (delta(jetwire_ingest_objects{status="limited",reason=~"overload|journal-full|journal-failed|journal-damaged|stations-unavailable|bodies"}[5m])) > 0`,
    for: "10s",
  },
  {
    name: "JetwireRedisLostEntries",
    severity: "warning",
    summary:
      "Redis had lost {{ $labels.lost }} entries, and {{ $labels.instance }} appended them again",
    expr: "sum by (instance, lost) (increase(jetwire_ingest_redis_losses_total[10m])) > 0",
    for: "10s",
  },
  {
    name: "JetwirePostgresWentBack",
    severity: "warning",
    summary: "Postgres is older than it was, and {{ $labels.instance }} stores its journal again",
    expr: `
      max by (instance) (jetwire_ingest_postgres_went_back)
        > (max by (instance) (jetwire_ingest_postgres_went_back offset 15m) or max by (instance) (jetwire_ingest_postgres_went_back) * 0)`,
    for: "0s",
  },
  {
    name: "JetwireKernelDrops",
    severity: "warning",
    summary: "The kernel dropped {{ $value }} datagrams before {{ $labels.instance }}",
    expr: "sum by (instance) (delta(jetwire_ingest_kernel_drops[5m])) > 0",
    for: "10s",
  },
] as const satisfies readonly Alert[];
