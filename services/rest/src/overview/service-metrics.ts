import * as db from "@jetwire/db";
import type { MessageAccount } from "@jetwire/db";
import { type AccountingWatch, type HealthFacts, judge } from "@jetwire/health";
import { CachedValue, type Gauge, type Metrics } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { exportStorageMetrics } from "./storage-metrics.ts";
import { serviceStatusOf } from "../status/service-state.ts";

/** Measurements of the whole service. */
export interface ServiceMeasurements {
  readonly state: Pick<CachedValue<HealthFacts>, "get">;
  readonly accounting: AccountingWatch;
  /** Reads the primary. */
  readonly read: Read;
}

const workTtlMs = 5_000;

/**
 * Exports the state of the whole service, as REST measures it in Redis and Postgres when the metrics are read:
 * it shows also while no process of a stage runs. A value that cannot be measured is left out. All REST
 * processes export the same, so queries take the maximum.
 */
export function exportServiceMetrics(
  metrics: Pick<Metrics, "gauge">,
  { state, accounting, read }: ServiceMeasurements,
): void {
  const work = new CachedValue(() => read(db.accounting.countWaitingWork).catch(() => null), {
    ttlMs: workTtlMs,
  });
  metrics.gauge({
    name: "jetwire_service_store_up",
    help: "Whether Postgres and Redis answer REST: 1 or 0",
    labelNames: ["store"],
    async collect() {
      const { postgres, redis } = await state.get();
      this.set({ store: "postgres" }, Number(postgres === true));
      this.set({ store: "redis" }, Number(redis === true));
    },
  });
  metrics.gauge({
    name: "jetwire_service_lag_seconds",
    help: "Age of the oldest message that has not passed a stage: dispatch, storage, delivery or firehose",
    labelNames: ["stage"],
    async collect() {
      setKnown(this, "stage", { ...serviceStatusOf(await state.get()).lag });
    },
  });
  metrics.gauge({
    name: "jetwire_service_journal_bytes",
    help: "Bytes in the journals of running ingests that are not in Postgres",
    async collect() {
      this.set((await state.get()).journalBytes ?? Number.NaN);
    },
  });
  metrics.gauge({
    name: "jetwire_service_waiting",
    help: "What waits for an operator: dead letters (up to 1,000), claims and reports (up to 100)",
    labelNames: ["kind"],
    async collect() {
      const { deadLetters = null, claims = null, reports = null } = (await work.get()) ?? {};
      setKnown(this, "kind", { "dead-letters": deadLetters, claims, reports });
    },
  });
  metrics.gauge({
    name: "jetwire_service_backup_faults",
    help: "Faults that the check of back-ups finds; 0 without a target",
    async collect() {
      const found = judge(await state.get()).find(({ check }) => check.name === "backups");
      this.set(found?.faults.length ?? Number.NaN);
    },
  });
  exportStorageMetrics(metrics, state);
  metrics.gauge({
    name: "jetwire_service_messages",
    help: "The account of all messages ever offered. Offered is the sum of the others, and of what is unaccounted",
    labelNames: ["state"],
    collect() {
      const account = accounting.measured()?.sum;
      setKnown(this, "state", account === undefined ? {} : statesOf(account));
    },
  });
  metrics.gauge({
    name: "jetwire_service_unaccounted_messages",
    help: "Bounds of the number of offered messages that are in no place; not 0 means lost, or counted wrongly",
    labelNames: ["bound"],
    collect() {
      const bounds = accounting.latest();
      const { atLeast = null, atMost = null } = bounds ?? {};
      setKnown(this, "bound", { least: atLeast, most: atMost });
    },
  });
}

function statesOf(account: MessageAccount): Record<string, number | null> {
  return {
    offered: account.offered,
    stored: account.persisted,
    duplicates: db.accounting.totalOf(account.duplicates),
    "not-a-message": db.accounting.totalOf(account.notAMessage),
    rejected: db.accounting.totalOf(account.rejected),
    limited: db.accounting.totalOf(account.limited),
    "dead-letters": account.deadLetters,
    "in-journal": account.inJournal,
    "in-stream": account.inStream,
    "kernel-drops": account.kernelDrops,
  };
}

/** Sets the values that are known, and removes the others. */
function setKnown<Label extends string>(
  gauge: Gauge<Label>,
  label: Label,
  values: Readonly<Record<string, number | null>>,
): void {
  gauge.reset();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) gauge.set({ [label]: name } as Record<Label, string>, value);
  }
}
