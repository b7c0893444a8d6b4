import { memoryFillMax } from "@jetwire/redis";
import { clockSkewMsMax } from "@jetwire/runtime";
import { diskDaysCritical, diskDaysWarning, lateMs } from "../limits.ts";
import type { Alert } from "./alert.ts";

export const serviceAlerts = [
  {
    name: "JetwireMetricsMissing",
    severity: "critical",
    summary: "Prometheus scrapes no process of Jetwire",
    expr: `absent(up{job="jetwire"})`,
    for: "20s",
  },
  {
    name: "JetwireProcessDown",
    severity: "critical",
    summary: "{{ or $labels.instance $labels.one_of }} does not answer",
    expr: `up{job="jetwire", one_of=""} == 0 or max by (one_of) (up{one_of!=""}) == 0`,
    for: "20s",
  },
  {
    name: "JetwireServiceMissing",
    severity: "critical",
    summary: "No process of {{ $labels.service }} answers",
    expr: `
      (absent(jetwire_ready{service="ingest"}) or absent(jetwire_ready{service="persister"}) or absent(jetwire_ready{service="fanout"})
      or absent(jetwire_ready{service="sampler"}) or absent(jetwire_ready{service="gateway"}) or absent(jetwire_ready{service="rest"})
      or absent(jetwire_ready{service="chores"})) and on () count(jetwire_ready)`,
    for: "20s",
  },
  {
    name: "JetwireRestarts",
    severity: "warning",
    summary: "{{ $labels.instance }} has restarted {{ $value }} times in ten minutes",
    expr: `changes(process_start_time_seconds{job="jetwire"}[10m]) > 2`,
    for: "0s",
  },
  {
    name: "JetwireNotReady",
    severity: "critical",
    summary: "{{ $labels.service }} at {{ $labels.instance }} is not ready",
    expr: "jetwire_ready == 0 unless on (instance) jetwire_draining == 1",
    for: "30s",
  },
  {
    name: "JetwireNoGateway",
    severity: "critical",
    summary: "No gateway accepts connections",
    expr: `sum(jetwire_ready{service="gateway"}) == 0`,
    for: "10s",
  },
  {
    name: "JetwirePostgresDown",
    severity: "critical",
    summary: "Postgres does not answer",
    expr: `max(jetwire_service_store_up{store="postgres"}) == 0`,
    for: "20s",
  },
  {
    name: "JetwireRedisDown",
    severity: "critical",
    summary: "Redis does not answer",
    expr: `max(jetwire_service_store_up{store="redis"}) == 0`,
    for: "20s",
  },
  {
    name: "JetwireStateUnknown",
    severity: "critical",
    summary: "No REST process tells the state of the service",
    expr: "absent(jetwire_service_store_up)",
    for: "30s",
  },
  {
    name: "JetwireStageLate",
    severity: "critical",
    summary: "The stage {{ $labels.stage }} is {{ $value | humanizeDuration }} late",
    expr: `max by (stage) (jetwire_service_lag_seconds) > ${lateMs / 1_000}`,
    for: "20s",
  },
  {
    name: "JetwireCanaryLost",
    severity: "critical",
    summary: "No canary message has arrived for {{ $value | humanizeDuration }}",
    expr: "time() - max(jetwire_canary_last_success_seconds) > 40",
    for: "0s",
  },
  {
    name: "JetwireCanarySometimesLost",
    severity: "warning",
    summary: "{{ $value | humanize }} canary messages of the last half an hour were lost",
    expr: `sum(increase(jetwire_canary_runs_total{result!="ok"}[30m])) > 5`,
    for: "0s",
  },
  {
    name: "JetwireMessagesUnaccounted",
    severity: "critical",
    summary: "{{ $value }} messages are unaccounted for",
    comment:
      "Compared with the highest value between two days and one day ago: messages that are lost for good stay counted, and must not hide the next loss.",
    expr: `
      max(jetwire_service_unaccounted_messages{bound="least"})
        > (max(max_over_time(jetwire_service_unaccounted_messages{bound="least"}[1d] offset 1d)) > 0 or vector(0))
      or min(jetwire_service_unaccounted_messages{bound="most"})
        < (min(min_over_time(jetwire_service_unaccounted_messages{bound="most"}[1d] offset 1d)) < 0 or vector(0))`,
    for: "10s",
  },
  {
    name: "JetwireDeadLetters",
    severity: "warning",
    summary: "{{ $value }} messages could not be stored",
    expr: `max(jetwire_service_waiting{kind="dead-letters"}) > 0`,
    for: "10s",
  },
  {
    name: "JetwireBackups",
    severity: "warning",
    summary: "The back-ups have {{ $value }} faults: too old, not restored or damaged",
    expr: "max(jetwire_service_backup_faults) > 0",
    for: "10m",
  },
  {
    name: "JetwireDiskForecast",
    severity: "warning",
    summary: "The disk of {{ $labels.disk }} will be full in {{ $value | humanizeDuration }}",
    expr: `
      min by (disk) (jetwire_service_disk_full_seconds) - time() < ${diskDaysWarning} * 86400
      and min by (disk) (jetwire_service_disk_full_seconds) - time() >= ${diskDaysCritical} * 86400`,
    for: "30m",
  },
  {
    name: "JetwireDiskSoonFull",
    severity: "critical",
    summary: "The disk of {{ $labels.disk }} will be full in {{ $value | humanizeDuration }}",
    expr: `min by (disk) (jetwire_service_disk_full_seconds) - time() < ${diskDaysCritical} * 86400`,
    for: "5m",
  },
  {
    name: "JetwireRetention",
    severity: "warning",
    summary: "Retention drops messages sooner than KEEP_MESSAGES_DAYS says, for lack of room",
    expr: "max(jetwire_service_retention_faults) > 0",
    for: "10m",
  },
  {
    name: "JetwireEntriesMissing",
    severity: "critical",
    summary: "Entries of the stream were lost before {{ $labels.group }} had processed them",
    expr: "sum by (group) (increase(jetwire_stream_entries_missing_total[15m])) > 0",
    for: "0s",
  },
  {
    name: "JetwireNewerEntry",
    severity: "critical",
    summary: "{{ $labels.group }} waits for a newer release in partition {{ $labels.partition }}",
    expr: "max by (group, partition) (jetwire_stream_newer_entry) == 1",
    for: "10s",
  },
  {
    name: "JetwireRedisMemory",
    severity: "warning",
    summary: "Redis uses {{ $value | humanizePercentage }} of its memory",
    expr: `max(jetwire_redis_memory_used_bytes) / max(jetwire_redis_memory_limit_bytes) > ${memoryFillMax}`,
    for: "20s",
  },
  {
    name: "JetwireClockSkew",
    severity: "warning",
    summary:
      "The clock of {{ $labels.instance }} differs by {{ $value | humanizeDuration }} from that of {{ $labels.against }}",
    expr: `max by (instance, against) (abs(jetwire_clock_skew_seconds)) > ${clockSkewMsMax / 1_000}`,
    for: "20s",
  },
  {
    name: "JetwireAlarm",
    severity: "critical",
    summary: "Alarm {{ $labels.name }} of {{ $labels.service }} at {{ $labels.instance }}",
    expr: `jetwire_alarm{name!~"stalled|dispatch|postgres|postgres-went-back|counts-not-copied|journal-disk|redis-memory|clock-skew|canary|certificate"} == 1`,
    for: "10s",
  },
] as const satisfies readonly Alert[];
