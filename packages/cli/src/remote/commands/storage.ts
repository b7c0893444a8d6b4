import type { StorageReport } from "@jetwire/protocol";
import { defineCommand } from "../define-command.ts";

type Size = StorageReport["disks"][number] | StorageReport["tables"][number];
type Drop = StorageReport["retention"]["drops"][number];

const units = ["B", "kB", "MB", "GB", "TB"];

/** `jetwire storage`: sizes, forecasts and the plan of retention. */
export const storageCommands = [
  defineCommand<"readStorage", Size>("storage list", {
    endpoint: "readStorage",
    summary: "Show sizes and growth of disks and tables, and when disks will be full",
    about:
      "The chores service measures it every ten minutes. The disk of Postgres is listed if POSTGRES_DISK_BYTES or POSTGRES_DISK_PATH is set, and the disk of the journal of each ingest. Growth is known after six hours.",
    isDefault: true,
    examples: ["jetwire storage"],
    rows: ({ disks, tables }) => [...disks, ...tables],
    columns: {
      WHAT: (row) => ("freeBytes" in row ? `disk of ${row.name}` : row.name),
      SIZE: ({ bytes }) => sizeText(bytes),
      INDEXES: (row) => ("indexBytes" in row ? sizeText(row.indexBytes) : null),
      FREE: (row) => ("freeBytes" in row ? sizeText(row.freeBytes) : null),
      "GROWTH A DAY": ({ growthBytes }) => (growthBytes === null ? null : sizeText(growthBytes)),
      "FULL AT": (row) => ("fullAt" in row ? row.fullAt : null),
    },
    none: "nothing was measured",
  }),
  defineCommand<"readStorage", Drop>("storage plan", {
    endpoint: "readStorage",
    summary: "Show which days retention will drop within 31 days",
    about:
      "A day is dropped when it is older than KEEP_MESSAGES_DAYS (raw objects: KEEP_RAW_DAYS), or while the database takes more than RETENTION_DISK_SHARE of the disk of Postgres. The days of RETENTION_DAYS_MIN are never dropped because of the share. `jetwire audit --action partition.drop` lists what was dropped.",
    examples: ["jetwire storage plan", "jetwire storage plan --json"],
    rows: ({ retention }) => retention.drops,
    columns: {
      DAY: ({ day }) => day,
      AT: ({ at }) => at,
      BECAUSE: ({ reason }) => (reason === "share" ? "disk share" : "days"),
      TABLES: ({ tables }) => tables.join(", "),
      ROWS: ({ rows }) => rows,
      SIZE: ({ bytes }) => sizeText(bytes),
    },
    none: "nothing will be dropped within 31 days",
  }),
];

function sizeText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** unit;
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}
