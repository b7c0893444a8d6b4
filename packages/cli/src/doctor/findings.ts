import { streamGroups } from "@jetwire/protocol";
import type { DoctorReport, Finding, PartitionState, ProcessState } from "./report.ts";

/** Entries a group may be behind before somebody should look. */
const lagMax = 10_000;
const memoryShareMax = 0.8;
const partitionDaysMin = 2;
const dayMs = 86_400_000;

/** What in a report is wrong, in the order in which one would go about it. @param now Unix ms */
export function findingsOf(report: DoctorReport, now: number): Finding[] {
  return [
    ...postgresFindings(report, now),
    ...redisFindings(report),
    ...report.processes.flatMap(processFindings),
    ...report.streams.flatMap(streamFindings),
    ...lawFindings(report),
    ...report.deadLetters.map(({ reason, count, example }) => ({
      what: `${count} entries could not be stored (${reason}: ${example})`,
      todo: "look at table dead_letters; they are kept there whole",
    })),
  ];
}

function postgresFindings({ postgres }: DoctorReport, now: number): Finding[] {
  if (postgres.error !== null) {
    return [{ what: `Postgres: ${postgres.error}`, todo: "start it, or correct DATABASE_URL" }];
  }
  const { durable, migrations, strays, lastPartition } = postgres;
  const found: Finding[] = [];
  if (migrations.pending.length > 0) {
    const what = `the database lacks ${migrations.pending.join(", ")}`;
    found.push({ what, todo: "run `jetwire migrate`" });
  }
  if (migrations.unknown.length > 0) {
    const what = `the database is newer than this version: ${migrations.unknown.join(", ")}`;
    found.push({ what, todo: "use the newer version" });
  }
  if (durable !== true) found.push({ what: durable, todo: "switch it on in postgresql.conf" });
  if (strays > 0) {
    const what = `${strays} messages are in no day's partition`;
    found.push({ what, todo: "see that chores runs; `jetwire migrate` makes partitions as well" });
  }
  const needed = new Date(now + (partitionDaysMin - 1) * dayMs).toISOString().slice(0, 10);
  if (lastPartition === null || lastPartition < `messages_${needed.replaceAll("-", "")}`) {
    const what = `the last partition is ${lastPartition ?? "missing"}`;
    found.push({ what, todo: "see that chores runs; `jetwire migrate` makes partitions as well" });
  }
  return found;
}

function redisFindings({ redis }: DoctorReport): Finding[] {
  if (redis.error !== null) {
    return [{ what: `Redis: ${redis.error}`, todo: "start it, or correct REDIS_URL" }];
  }
  const found: Finding[] = [];
  if (redis.maxBytes > 0 && redis.usedBytes > redis.maxBytes * memoryShareMax) {
    const share = Math.round((redis.usedBytes / redis.maxBytes) * 100);
    const todo = "raise maxmemory, or find the group that is behind";
    found.push({ what: `Redis uses ${share} % of its memory`, todo });
  }
  if (redis.maxBytes > 0 && redis.evictionPolicy !== "noeviction") {
    const what = `Redis may throw messages away (maxmemory-policy ${redis.evictionPolicy})`;
    found.push({ what, todo: "set maxmemory-policy noeviction" });
  }
  if (!redis.appendOnly) {
    const what = "Redis keeps nothing on disk (appendonly no)";
    found.push({ what, todo: "set appendonly yes, or every restart replays the journals" });
  }
  return found;
}

function processFindings({ name, replica, ready, failing }: ProcessState): Finding[] {
  if (ready) return [];
  const reasons = Object.entries(failing).map(([check, why]) => `${check}: ${why}`);
  const what = `${name} ${replica} is not ready (${reasons.join("; ") || "no reason given"})`;
  return [{ what, todo: `look at the log of ${name}` }];
}

function streamFindings({ partition, groups }: PartitionState): Finding[] {
  return streamGroups.flatMap((name) => {
    const group = groups.find((candidate) => candidate.group === name);
    // Before the first start of a service its group isn't there.
    const behind = group ? (group.lag ?? 0) + group.pending : 0;
    if (behind <= lagMax) return [];
    const what = `${name} is ${behind} entries behind in partition ${partition}`;
    return [{ what, todo: `see that ${name} runs, or run more replicas` }];
  });
}

function lawFindings({ accounting }: DoctorReport): Finding[] {
  const unaccounted = accounting?.sum.unaccounted ?? 0;
  // While messages flow, the counters are some moments older than the tables.
  if (unaccounted === 0 || (unaccounted < 0 && accounting?.settled === false)) return [];
  const what =
    unaccounted > 0
      ? `of what was offered ${unaccounted} can't be found`
      : `${-unaccounted} more are stored or on their way than were offered`;
  return [{ what, todo: "keep the journals and the logs of ingest and persister, and report it" }];
}
