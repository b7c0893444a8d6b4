import { feederProblem } from "@jetwire/db";
import { streamGroups } from "@jetwire/protocol";
import { gatewayProblem } from "@jetwire/redis";
import type { DoctorReport, Finding, PartitionState, ProcessState } from "./report.ts";

/** Largest normal lag of a consumer group, in entries. */
const lagMax = 10_000;
const memoryShareMax = 0.8;
const partitionDaysMin = 2;
const dayMs = 86_400_000;
/** The words of checks and alarms that blame a disk. */
const diskProblem = /\bdisk\b/;
const diskTodo = "free space on this disk, or correct it; then it continues by itself";

/** Returns the problems in a report, in the order in which to solve them. @param now Unix ms */
export function findingsOf(report: DoctorReport, now: number): Finding[] {
  return [
    // First, because servers on the same disk stop too, and then say nothing of it.
    ...report.processes.filter(hasDiskProblem).flatMap(processFindings),
    ...postgresFindings(report, now),
    ...redisFindings(report),
    ...silentFindings(report),
    ...gatewayFindings(report),
    ...feederFindings(report),
    ...report.processes.filter((state) => !hasDiskProblem(state)).flatMap(processFindings),
    ...report.streams.flatMap(streamFindings),
    ...accountingFindings(report),
    ...report.deadLetters.map(({ reason, count, example }) => ({
      what: `${count} dead letters: entries that could not be stored (${reason}: ${example})`,
      todo: "see `jetwire dead-letters list`; remove the cause, then run `jetwire dead-letters retry`",
    })),
  ];
}

function postgresFindings({ postgres }: DoctorReport, now: number): Finding[] {
  if (postgres.error !== null) {
    return [
      {
        what: `Postgres: ${postgres.error}`,
        todo: todoOf(postgres.error, "start Postgres, or correct DATABASE_URL"),
      },
    ];
  }
  const { durable, migrations, strays, lastPartition } = postgres;
  const found: Finding[] = [];
  if (migrations.pending.length > 0) {
    const what = `the database lacks ${migrations.pending.join(", ")}`;
    found.push({ what, todo: "run `jetwire migrate`" });
  }
  if (migrations.unknown.length > 0) {
    const what = `the database is newer than this version: ${migrations.unknown.join(", ")}`;
    found.push({ what, todo: "run the newer version of Jetwire" });
  }
  if (durable !== true) found.push({ what: durable, todo: "turn it on in postgresql.conf" });
  if (strays > 0) {
    const what = `${strays} messages are in the default partition`;
    found.push({
      what,
      todo: "check that the chores service runs, or run `jetwire migrate` to create partitions",
    });
  }
  const needed = new Date(now + (partitionDaysMin - 1) * dayMs).toISOString().slice(0, 10);
  if (lastPartition === null || lastPartition < `messages_${needed.replaceAll("-", "")}`) {
    const what = `the last partition is ${lastPartition ?? "missing"}`;
    found.push({
      what,
      todo: "check that the chores service runs, or run `jetwire migrate` to create partitions",
    });
  }
  return found;
}

function redisFindings({ redis }: DoctorReport): Finding[] {
  if (redis.error !== null) {
    return [
      {
        what: `Redis: ${redis.error}`,
        todo: todoOf(redis.error, "start Redis, or correct REDIS_URL"),
      },
    ];
  }
  const found: Finding[] = [];
  if (redis.unwritten !== null) {
    const what = `Redis cannot write its ${redis.unwritten} to its disk, and refuses messages`;
    found.push({ what, todo: "free space on the disk of Redis; then it continues by itself" });
  }
  if (redis.maxBytes > 0 && redis.usedBytes > redis.maxBytes * memoryShareMax) {
    const share = Math.round((redis.usedBytes / redis.maxBytes) * 100);
    const todo = "raise maxmemory, or check which consumer group lags";
    found.push({ what: `Redis uses ${share} % of its memory`, todo });
  }
  if (redis.maxBytes > 0 && redis.evictionPolicy !== "noeviction") {
    const what = `Redis may evict messages (maxmemory-policy is ${redis.evictionPolicy})`;
    found.push({ what, todo: "set maxmemory-policy to noeviction" });
  }
  if (!redis.appendOnly) {
    const what = "Redis does not persist its data (appendonly is no)";
    found.push({
      what,
      todo: "set appendonly to yes; otherwise each restart replays the journals",
    });
  }
  return found;
}

/** Names processes that do not report. A Redis that cannot write takes no reports, so that nobody knows then. */
function silentFindings({ redis, missing, lost }: DoctorReport): Finding[] {
  if (redis.error === null && redis.unwritten !== null) return [];
  const found = missing.map((name) => ({
    what: `no ${name} has reported within 15 seconds`,
    todo: `start ${name}, or check its log`,
  }));
  const todo = "restart it; its log says what it did last";
  return lost === null ? found : [...found, { what: lost, todo }];
}

function gatewayFindings({ processes }: DoctorReport): Finding[] {
  const what = gatewayProblem(processes.map((state) => ({ ...state, service: state.name })));
  const todo = "undo the drain of a gateway (`jetwire gateways undo-drain`), or start one";
  return what === null ? [] : [{ what, todo }];
}

function feederFindings({ feeders }: DoctorReport): Finding[] {
  const what = feederProblem(feeders ?? null);
  const todo =
    "check that feeders reach ingest: its published ports, the firewall, the address in the DNS; see JetwireNoMessages in docs/runbook/alerts.md";
  return what === null ? [] : [{ what, todo }];
}

function processFindings(state: ProcessState): Finding[] {
  const { name, replica, ready, alarms, draining } = state;
  if (draining && !ready) return [];
  const [first] = Object.keys(alarms);
  if (ready && first === undefined) return [];
  const reasons = Object.entries(reasonsOf(state)).map(([check, why]) => `${check}: ${why}`);
  const todo = todoOf(reasons.join("; "), `check the log of ${name}`);
  if (ready) {
    const what = `${name} ${replica} has an alarm (${reasons.join("; ")})`;
    return [{ what, todo }];
  }
  const what = `${name} ${replica} is not ready (${reasons.join("; ") || "no reason given"})`;
  return [{ what, todo }];
}

function reasonsOf({ failing, alarms }: ProcessState): Readonly<Record<string, string>> {
  return { ...failing, ...alarms };
}

function hasDiskProblem(state: ProcessState): boolean {
  return diskProblem.test(Object.values(reasonsOf(state)).join());
}

function todoOf(reason: string, otherwise: string): string {
  return diskProblem.test(reason) ? diskTodo : otherwise;
}

function streamFindings({ partition, groups }: PartitionState): Finding[] {
  return streamGroups.flatMap((name) => {
    const group = groups.find((candidate) => candidate.group === name);
    // A group exists only after its service has run.
    const behind = group ? (group.lag ?? 0) + group.pending : 0;
    if (behind <= lagMax) return [];
    const what = `${name} is ${behind} entries behind in partition ${partition}`;
    return [{ what, todo: `check that ${name} runs, or run more replicas of it` }];
  });
}

const accountingTodo =
  "keep the journals and the logs of ingest and persister, and report this as a bug";

const impossibleTodo =
  "start the ingest that has its journal, which mends them within seconds; if that journal is lost, see JetwireAccountNotCopied in docs/runbook/alerts.md";

function accountingFindings({ accounting }: DoctorReport): Finding[] {
  if (accounting === null) return [];
  const found = accounting.producers
    .filter(({ unaccounted }) => (unaccounted ?? 0) !== 0)
    .map(({ producer, unaccounted }) => ({
      what: `the counts of producer ${producer} do not add up: ${unaccounted} offered messages have no result`,
      todo: accountingTodo,
    }));
  for (const producer of accounting.impossible) {
    const what = `the counts of producer ${producer} cannot be true, so nobody can say whether messages are lost`;
    found.push({ what, todo: impossibleTodo });
  }
  const { bounds } = accounting;
  if (bounds === null || (bounds.atLeast <= 0 && bounds.atMost >= 0)) return found;
  const { atLeast, atMost } = bounds;
  const what =
    atLeast > 0
      ? `${rangeText(atLeast, atMost)} of the offered messages are lost: they are neither stored nor in flight`
      : `${rangeText(-atMost, -atLeast)} more messages are stored or in flight than were offered: counts of ingest are lost`;
  return [...found, { what, todo: accountingTodo }];
}

function rangeText(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`;
}
