import * as db from "@jetwire/db";
import type { MessageAccount, Bounds } from "@jetwire/db";
import { faultText, type HealthFacts, judge, type Severity } from "@jetwire/health";
import { table } from "../table.ts";
import type { DoctorReport } from "./measure.ts";

/** A problem, and what to do about it. */
export interface DoctorFinding {
  readonly check: string;
  readonly severity: Severity;
  readonly what: string;
  readonly todo: string;
  /** The section of the runbook that says where to look. */
  readonly alert: string | null;
}

/** Returns the problems in a report, in the order in which to solve them. */
export function doctorFindingsOf(facts: HealthFacts): DoctorFinding[] {
  return judge(facts).flatMap(({ check: { name, severity, remedy, alert }, faults }) =>
    faults.map((fault) => ({
      check: name,
      severity,
      what: faultText(fault),
      todo: fault.remedy ?? remedy,
      alert,
    })),
  );
}

/** Formats a report for people, with the problems at the end. */
export function reportText(report: DoctorReport, findings: readonly DoctorFinding[]): string {
  return [
    versions(report),
    processes(report),
    streams(report),
    accounting(report),
    deadLetters(report),
    report.feeders?.silence === null ? "No feeder has sent yet." : "",
    report.backups?.configured === false ? "No back-ups are taken: set BACKUP_TARGET." : "",
    findings.length === 0
      ? "All is well."
      : findings.map(({ what, todo }) => `✗ ${what}\n  → ${todo}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function versions({ versions: { node, postgres }, schema, redisServer }: DoctorReport): string {
  const migration = schema?.migrations.applied.at(-1) ?? "?";
  const memory = redisServer ? `, ${Math.ceil(redisServer.usedBytes / 1_048_576)} MiB used` : "";
  return [
    `Node ${node}`,
    `Postgres ${postgres ?? "?"} (migrated to ${migration})`,
    `Redis ${redisServer?.version ?? "?"}${memory}`,
  ].join(" · ");
}

function processes(report: DoctorReport): string {
  const rows = (report.processes?.alive ?? []).map(({ service, number, ready, draining }) => [
    service,
    number,
    ready,
    draining,
  ]);
  return rows.length === 0 ? "" : table(["PROCESS", "REPLICA", "READY", "DRAINING"], rows, "");
}

function streams(report: DoctorReport): string {
  const rows = (report.partitions ?? []).flatMap(({ partition, length, groups }) =>
    groups.length === 0
      ? [[partition, length, "(no group yet)", null, null, null]]
      : groups.map(({ group, lag, pending, oldestMs }) => [
          partition,
          length,
          group,
          lag,
          pending,
          Math.round(oldestMs / 1_000),
        ]),
  );
  return table(["PARTITION", "LENGTH", "GROUP", "LAG", "PENDING", "OLDEST, S"], rows, "");
}

function deadLetters({ deadLetterReasons }: DoctorReport): string {
  const rows = deadLetterReasons.map(({ reason, count, example }) => [reason, count, example]);
  return rows.length === 0 ? "" : table(["DEAD LETTERS", "COUNT", "EXAMPLE"], rows, "");
}

function accounting(report: DoctorReport): string {
  if (report.accounting === null) return "";
  const { producers, sum, bounds } = report.accounting;
  const columns = producers.length > 1 ? [...producers, sum] : [sum];
  const rows: [string, (account: MessageAccount) => number | null][] = [
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
  columns: readonly MessageAccount[],
  read: (account: MessageAccount) => Readonly<Record<string, number>>,
): [string, (account: MessageAccount) => number][] {
  const all = [...new Set(columns.flatMap((account) => Object.keys(read(account))))].toSorted();
  if (all.length === 0) return [[name, (account) => db.accounting.totalOf(read(account))]];
  return all.map((reason) => [`${name}: ${reason}`, (account) => read(account)[reason] ?? 0]);
}
