import { type HealthFacts, judge } from "@jetwire/health";
import type { CachedValue, Metrics } from "@jetwire/runtime";

/** Exports what chores has measured of disks and tables. What it has not measured is left out. */
export function exportStorageMetrics(
  metrics: Pick<Metrics, "gauge">,
  state: Pick<CachedValue<HealthFacts>, "get">,
): void {
  metrics.gauge({
    name: "jetwire_service_disk_full_seconds",
    help: "Unix time at which a disk is forecast to be full; left out if that is more than 400 days away, or unknown",
    labelNames: ["disk"],
    async collect() {
      this.reset();
      for (const { name, fullAt } of (await state.get()).storage?.disks ?? []) {
        if (fullAt !== null) this.set({ disk: name }, Date.parse(fullAt) / 1_000);
      }
    },
  });
  metrics.gauge({
    name: "jetwire_service_disk_free_bytes",
    help: "Free bytes of the disks of Postgres and of journals, as chores has measured them last",
    labelNames: ["disk"],
    async collect() {
      this.reset();
      for (const { name, freeBytes } of (await state.get()).storage?.disks ?? []) {
        this.set({ disk: name }, freeBytes);
      }
    },
  });
  metrics.gauge({
    name: "jetwire_service_table_bytes",
    help: "Bytes of the largest tables with their indexes, and of the others together",
    labelNames: ["table"],
    async collect() {
      this.reset();
      for (const { name, bytes } of (await state.get()).storage?.tables ?? []) {
        this.set({ table: name }, bytes);
      }
    },
  });
  metrics.gauge({
    name: "jetwire_service_retention_faults",
    help: "Whether messages are dropped sooner than KEEP_MESSAGES_DAYS says, or should be and may not: 1 or 0",
    async collect() {
      const found = judge(await state.get()).find(({ check }) => check.name === "retention");
      this.set(found?.faults.length ?? Number.NaN);
    },
  });
}
