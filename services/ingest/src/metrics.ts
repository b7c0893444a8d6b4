import type { TextCounts } from "@jetwire/decoders";
import type { MessageIds } from "@jetwire/protocol";
import type { Metrics } from "@jetwire/runtime";
import type { DatabaseSync } from "./journal/database-sync.ts";
import type { Journal } from "./journal/journal.ts";
import type { JournalQueue } from "./journal/journal-queue.ts";
import type { Ledger, LimitReason } from "./ledger.ts";
import type { ListenerLimits } from "./listeners/open-listeners.ts";

/** Reasons that an operator has to know of. They are exported before the first case, so that it shows as a growth. */
const ownFaults: readonly LimitReason[] = [
  "overload",
  "journal-full",
  "journal-failed",
  "journal-damaged",
  "stations-unavailable",
  "bodies",
];

/** Exports the ledger, the queue, the journal, the ids, and losses of Postgres. */
export function exportMetrics(
  metrics: Metrics,
  { counts }: Ledger,
  {
    queue,
    journal,
    journalBytesMax,
    sync,
    ids,
    now,
  }: {
    readonly queue: Pick<JournalQueue, "fill">;
    readonly journal: Pick<Journal, "bytes">;
    readonly journalBytesMax: number;
    readonly sync: Pick<
      DatabaseSync,
      "countsMended" | "messagesLost" | "sinceCopiedMs" | "timesWentBack"
    >;
    readonly ids: Pick<MessageIds, "lastMs" | "stepsBack">;
    readonly now: () => number;
  },
): void {
  metrics.gauge({
    name: "jetwire_ingest_objects",
    help: "Objects offered since the journal was created, by status and reason. Survives restarts.",
    labelNames: ["status", "reason"],
    collect() {
      this.reset();
      for (const reason of ownFaults) this.set({ status: "limited", reason }, 0);
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
  metrics
    .gauge({
      name: "jetwire_ingest_journal_limit_bytes",
      help: "Size of the journal from which on messages are refused.",
    })
    .set(journalBytesMax);
  metrics.gauge({
    name: "jetwire_ingest_ids_ahead_seconds",
    help: "How far the ids of messages are ahead of the clock; not more than 5 s.",
    collect() {
      this.set(Math.max(0, ids.lastMs - now()) / 1_000);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_ids_stepped_back",
    help: "How often ids followed the clock back, by more than 5 s, since the start.",
    collect() {
      this.set(ids.stepsBack);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_postgres_went_back",
    help: "How often Postgres went back to an older state since the start; the journal is stored again then.",
    collect() {
      this.set(sync.timesWentBack);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_postgres_messages_lost",
    help: "About how many messages Postgres lost that the journal no longer had.",
    collect() {
      this.set(sync.messagesLost);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_counts_mended",
    help: "How often counts in Postgres could not be true, and were replaced by those of the journal, since the start.",
    collect() {
      this.set(sync.countsMended);
    },
  });
  metrics.gauge({
    name: "jetwire_ingest_counts_copied_seconds",
    help: "Time since the counts were copied to Postgres and the journal was cut; about a second.",
    collect() {
      this.set(sync.sinceCopiedMs / 1_000);
    },
  });
}

/** Exports what became of the texts of messages, which are decoded at dispatch. */
export function exportTextCounts(metrics: Metrics, counts: Readonly<TextCounts>): void {
  metrics.gauge({
    name: "jetwire_ingest_texts",
    help: "Texts of messages since the start, by result. Skipped: the time for texts was used up.",
    labelNames: ["result"],
    collect() {
      for (const [result, count] of Object.entries(counts)) this.set({ result }, count);
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
