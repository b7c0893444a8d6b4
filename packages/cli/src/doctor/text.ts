import { type Account, type Bounds, totalOf } from "@jetwire/db";
import { table } from "../table.ts";
import type { DoctorReport, Finding } from "./report.ts";

/** Formats a report for people, with the problems at the end. */
export function reportText(report: DoctorReport, findings: readonly Finding[]): string {
  return [
    versions(report),
    processes(report),
    streams(report),
    accounting(report),
    report.feeders === null ? "No feeder has sent yet." : "",
    findings.length === 0
      ? "All is well."
      : findings.map(({ what, todo }) => `✗ ${what}\n  → ${todo}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function versions({ versions: { node }, postgres, redis }: DoctorReport): string {
  const server = postgres.error === null ? postgres.version : "?";
  const migration = postgres.error === null ? (postgres.migrations.applied.at(-1) ?? "none") : "?";
  const memory = redis.error === null ? `, ${Math.ceil(redis.usedBytes / 1_048_576)} MiB used` : "";
  return [
    `Node ${node}`,
    `Postgres ${server} (migrated to ${migration})`,
    `Redis ${redis.error === null ? redis.version : "?"}${memory}`,
  ].join(" · ");
}

function processes(report: DoctorReport): string {
  if (report.processes.length === 0) return "";
  const rows = report.processes.map(({ name, replica, pid, ready }) => [name, replica, pid, ready]);
  return table(["PROCESS", "REPLICA", "PID", "READY"], rows, "");
}

function streams(report: DoctorReport): string {
  const rows = report.streams.flatMap(({ partition, length, groups }) =>
    groups.length === 0
      ? [[partition, length, "(no group yet)", null, null]]
      : groups.map(({ group, lag, pending }) => [partition, length, group, lag, pending]),
  );
  return table(["PARTITION", "LENGTH", "GROUP", "LAG", "PENDING"], rows, "");
}

function accounting(report: DoctorReport): string {
  if (report.accounting === null) return "";
  const { producers, sum, bounds } = report.accounting;
  const columns = producers.length > 1 ? [...producers, sum] : [sum];
  const rows: [string, (account: Account) => number | null][] = [
    ["offered", (account) => account.offered],
    ["= persisted", (account) => account.persisted],
    ...reasons("+ duplicate", columns, (account) => account.duplicates),
    ...reasons("+ not a message", columns, (account) => account.notAMessage),
    ...reasons("+ rejected", columns, (account) => account.rejected),
    ...reasons("+ limited", columns, (account) => account.limited),
    ["+ dead letters", (account) => account.deadLetters],
    ["+ in flight: journal", (account) => account.inJournal],
    ["+ in flight: stream", (account) => account.inStream],
    ["unaccounted", (account) => account.unaccounted],
    ["not counted: kernel drops", (account) => account.kernelDrops],
    ["journal, bytes kept", (account) => account.journalBytes],
  ];
  const text = table(
    ["ACCOUNT", ...columns.map(({ producer }) => producer)],
    rows.map(([name, read]) => [name, ...columns.map(read)]),
    "",
  );
  return `${text}\n${boundsText(bounds)}`;
}

function boundsText(bounds: Bounds | null): string {
  if (bounds === null) return "unaccounted is not known: a part could not be read";
  const { atLeast, atMost } = bounds;
  if (atLeast === atMost) return "nothing moved while it was measured: unaccounted is exact";
  return (
    `messages moved while it was measured: unaccounted is between ${atLeast} and ${atMost} ` +
    "(positive: lost; negative: not counted as offered)"
  );
}

function reasons(
  name: string,
  columns: readonly Account[],
  read: (account: Account) => Readonly<Record<string, number>>,
): [string, (account: Account) => number][] {
  const all = [...new Set(columns.flatMap((account) => Object.keys(read(account))))].toSorted();
  if (all.length === 0) return [[name, (account) => totalOf(read(account))]];
  return all.map((reason) => [`${name}: ${reason}`, (account) => read(account)[reason] ?? 0]);
}
