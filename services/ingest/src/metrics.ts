import type { LedgerCounts } from "@jetwire/protocol";
import type { Metrics } from "@jetwire/runtime";

/** What ingest exports: its ledger as it stands, the queue and the journal. */
export function exportMetrics(
  metrics: Metrics,
  read: { counts: LedgerCounts; queueFill: () => number; journalBytes: () => number },
): void {
  metrics.gauge({
    name: "jetwire_ingest_objects",
    help: "Objects offered since this producer exists, by outcome and reason; survives restarts",
    labelNames: ["outcome", "reason"],
    collect() {
      const { counts } = read;
      this.reset();
      this.set({ outcome: "offered", reason: "" }, counts.offered);
      this.set({ outcome: "accepted", reason: "" }, counts.accepted);
      this.set({ outcome: "appended", reason: "" }, counts.appended);
      for (const outcome of ["duplicates", "notAMessage", "rejected", "limited"] as const) {
        for (const [reason, count] of Object.entries(counts[outcome])) {
          this.set({ outcome, reason }, count);
        }
      }
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_kernel_drops",
    help: "Datagrams the kernel dropped before ingest could read them",
    collect() {
      this.set(read.counts.kernelDrops);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_queue_fill",
    help: "How full the queue before the journal is, 0 to 1",
    collect() {
      this.set(read.queueFill());
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_journal_bytes",
    help: "Bytes in the journal that wait for Postgres",
    collect() {
      this.set(read.journalBytes());
    },
  });
}
