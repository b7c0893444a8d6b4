import type { StreamGroup } from "@jetwire/protocol";
import type { Counter, Gauge, Metrics } from "@jetwire/runtime";

/** Counters of a group's replica. */
export interface GroupCounters {
  readonly entries: Counter<"group">;
  readonly failures: Counter<"group">;
  readonly missing: Counter<"group">;
  readonly skipped: Counter<"group">;
  readonly newer: Gauge<"group" | "partition">;
}

/** Creates the counters; every series exists from the start. */
export function createGroupCounters({
  metrics,
  group,
}: {
  readonly metrics: Metrics;
  readonly group: StreamGroup;
}): GroupCounters {
  const counters = {
    entries: metrics.counter({
      name: "jetwire_stream_entries_total",
      help: "Entries of the message stream that were processed and acknowledged",
      labelNames: ["group"],
    }),
    failures: metrics.counter({
      name: "jetwire_stream_failures_total",
      help: "Failed attempts to read or process a batch; each is repeated",
      labelNames: ["group"],
    }),
    skipped: metrics.counter({
      name: "jetwire_stream_entries_skipped_total",
      help: "Entries that the group skipped because it was late; they are lost to it",
      labelNames: ["group"],
    }),
    newer: metrics.gauge({
      name: "jetwire_stream_newer_entry",
      help: "1 while a partition waits before an entry that only a newer release can read",
      labelNames: ["group", "partition"],
    }),
    missing: metrics.counter({
      name: "jetwire_stream_entries_missing_total",
      help: "Entries that were removed from the stream before the group had read them; they are lost to it",
      labelNames: ["group"],
    }),
  };
  for (const counter of [counters.skipped, counters.missing, counters.failures]) {
    counter.inc({ group }, 0);
  }
  return counters;
}
