import type { Metrics } from "@jetwire/runtime";
import type { Journal } from "./journal/journal.ts";
import type { JournalQueue } from "./journal/journal-queue.ts";
import type { Ledger } from "./ledger.ts";
import type { ListenerLimits } from "./listeners/open-listeners.ts";

/** Exports the ledger, the fill of the queue, and the size of the journal. */
export function exportMetrics(
  metrics: Metrics,
  { counts }: Ledger,
  queue: Pick<JournalQueue, "fill">,
  journal: Pick<Journal, "bytes">,
): void {
  metrics.gauge({
    name: "jetwire_ingest_objects",
    help: "Objects offered since the journal was created, by status and reason. Survives restarts.",
    labelNames: ["status", "reason"],
    collect() {
      this.reset();
      for (const status of ["offered", "accepted", "appended"] as const) {
        this.set({ status, reason: "" }, counts[status]);
      }
      for (const status of ["duplicates", "notAMessage", "rejected", "limited"] as const) {
        for (const [reason, count] of Object.entries(counts[status])) {
          this.set({ status, reason }, count);
        }
      }
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_kernel_drops",
    help: "Datagrams that the kernel dropped before ingest could read them.",
    collect() {
      this.set(counts.kernelDrops);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_queue_fill",
    help: "Fill of the queue before the journal, 0 to 1.",
    collect() {
      this.set(queue.fill);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_journal_bytes",
    help: "Size of the journal in bytes.",
    collect() {
      this.set(journal.bytes);
    },
  });
}

/** Exports how many connections and bodies were refused because there were too many. */
export function exportRefusals(metrics: Metrics, limits: ListenerLimits): void {
  metrics.gauge({
    name: "jetwire_ingest_refused_connections",
    help: "Connections and HTTP bodies refused since the start, because too many were open in total or from their address.",
    labelNames: ["kind"],
    collect() {
      this.set({ kind: "tcp" }, limits.tcpConnections.refused);
      this.set({ kind: "http" }, limits.httpConnections.refused);
      this.set({ kind: "body" }, limits.httpBodies.refused);
    },
  });
}
