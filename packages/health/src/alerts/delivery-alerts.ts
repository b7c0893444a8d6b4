import { certificateLeftShareMin, lateMs } from "../limits.ts";
import type { Alert } from "./alert.ts";

export const deliveryAlerts = [
  {
    name: "JetwireMessagesLate",
    severity: "warning",
    summary:
      "One of 100 messages is older than {{ $value | humanizeDuration }} at the stage {{ $labels.stage }}",
    expr: `histogram_quantile(0.99, sum by (stage, le) (rate(jetwire_message_age_seconds_bucket[5m]))) > ${lateMs / 1_000}`,
    for: "30s",
  },
  {
    name: "JetwirePublishesDropped",
    severity: "warning",
    summary: "{{ $labels.service }} could not publish to Redis",
    expr: "sum by (service) (increase(jetwire_redis_publishes_dropped_total[5m])) > 0",
    for: "10s",
  },
  {
    name: "JetwireConnectionsRefused",
    severity: "warning",
    summary: "Gateways refuse {{ $value | humanize }} connections a second: {{ $labels.reason }}",
    expr: "sum by (reason) (rate(jetwire_gateway_connections_refused_total[5m])) > 1",
    for: "30s",
  },
  {
    name: "JetwireRestErrors",
    severity: "warning",
    summary: "REST answers {{ $value | humanize }} requests a second with an error of the server",
    expr: `sum(rate(jetwire_rest_request_seconds_count{class="5xx"}[5m])) > 0.1 and sum(rate(jetwire_rest_request_seconds_count{class="5xx"}[5m])) / sum(rate(jetwire_rest_request_seconds_count[5m])) > 0.05`,
    for: "20s",
  },
  {
    name: "JetwireRestSlow",
    severity: "warning",
    summary: "One of 20 requests takes longer than {{ $value | humanizeDuration }}",
    expr: "histogram_quantile(0.95, sum by (le) (rate(jetwire_rest_request_seconds_bucket[5m]))) > 1 and sum(rate(jetwire_rest_request_seconds_count[5m])) > 0.1",
    for: "20s",
  },
  {
    name: "JetwireChoresFail",
    severity: "warning",
    summary: "The job {{ $labels.name }} fails",
    expr: `sum by (name) (increase(jetwire_chores_runs_total{result="failed"}[15m])) > 2`,
    for: "0s",
  },
  {
    name: "JetwireChoresStopped",
    severity: "warning",
    summary: "No scheduled job has run for three minutes",
    expr: "sum(increase(jetwire_chores_runs_total[3m])) == 0",
    for: "1m",
  },
  {
    name: "JetwireEventLoopBlocked",
    severity: "warning",
    summary: "{{ $labels.instance }} is blocked for {{ $value | humanizeDuration }} at a time",
    expr: `max by (instance) (nodejs_eventloop_lag_p99_seconds{job="jetwire"}) > 0.5`,
    for: "30s",
  },
  {
    name: "JetwireAccountNotCopied",
    severity: "critical",
    summary:
      "{{ $labels.instance }} has not copied its counts to Postgres for {{ $value | humanizeDuration }}",
    expr: `max by (instance) (jetwire_ingest_counts_copied_seconds) > 20 unless on () max(jetwire_service_store_up{store="postgres"}) == 0`,
    for: "20s",
  },
  {
    name: "JetwireNoMessages",
    severity: "critical",
    summary: "No feeder has sent a message for two minutes",
    comment:
      "Canary messages do not count. Only a network that nearly always has messages is silent without them: the quietest tenth of its last day (of what is known of it, but of an hour at least) has ten in two minutes.",
    expr: `
      sum(increase(jetwire_ingest_objects{status="offered"}[2m])) - (sum(increase(jetwire_canary_runs_total[2m])) or vector(0)) < 3
      and quantile_over_time(0.1, (sum(increase(jetwire_ingest_objects{status="offered"}[2m]))
        - (sum(increase(jetwire_canary_runs_total[2m])) or vector(0)))[1d:5m]) > 10
      and sum(jetwire_ingest_objects{status="offered"} offset 1h) > 0`,
    for: "10s",
  },
  {
    name: "JetwireCertificateExpiring",
    severity: "warning",
    summary: "The certificate of {{ $labels.host }} expires in {{ $value | humanizeDuration }}",
    comment: "A certificate with a short life is renewed late: a sixth of it must be left.",
    expr: `
      min by (host) (jetwire_certificate_expires_seconds) - time() < 14 * 86400
      and min by (host) (jetwire_certificate_expires_seconds) - time()
        < (min by (host) (jetwire_certificate_expires_seconds) - min by (host) (jetwire_certificate_begins_seconds)) / ${1 / certificateLeftShareMin}`,
    for: "5m",
  },
  {
    name: "JetwireCertificateUnusable",
    severity: "critical",
    summary:
      "The certificate of {{ $labels.host }} expires within hours or days, or clients refuse it",
    expr: `
      (
        min by (host) (jetwire_certificate_expires_seconds) - time() < 3 * 86400
        and min by (host) (jetwire_certificate_expires_seconds) - time()
          < (min by (host) (jetwire_certificate_expires_seconds) - min by (host) (jetwire_certificate_begins_seconds)) / 20
      ) or min by (host) (jetwire_certificate_accepted) == 0`,
    for: "1m",
  },
] as const satisfies readonly Alert[];
