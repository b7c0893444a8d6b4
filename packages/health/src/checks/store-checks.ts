import { fillOf, limitOf, memoryFillMax, unwrittenText } from "@jetwire/redis";
import type { Check, Fault } from "../check.ts";
import type { HealthFacts } from "../health-facts.ts";
import { partitionDaysMin } from "../limits.ts";
import { alarmFaults } from "./process-alarms.ts";

const dayMs = 86_400_000;
/** The words of reasons that blame a disk. */
const diskWords = /\bdisk\b/;
const freeSpace = "free space on this disk, or correct it; then it continues by itself";

/** Checks of disks come first: servers on a full disk stop, too, and then say nothing of it. */
export const storeChecks: readonly Check[] = [
  {
    name: "disks",
    passes: "Processes write to their disks",
    severity: "critical",
    audience: "operators",
    remedy: freeSpace,
    alert: "JetwireDiskLow",
    faults: ({ processes }) => processes && processes.alive.flatMap(diskFaults),
  },
  {
    name: "postgres-disk",
    passes: "Postgres writes to its disk",
    severity: "critical",
    audience: "everybody",
    remedy: "free space on the disk of Postgres, or enlarge it; then it continues by itself",
    alert: "JetwireAlarm",
    faults: (facts) =>
      facts.postgres !== true && diskWords.test(facts.postgres)
        ? [{ sentence: "The disk of Postgres is full", detail: facts.postgres }]
        : alarmFaults(facts, "postgres-disk"),
  },
  {
    name: "redis-disk",
    passes: "Redis writes to its disk",
    severity: "critical",
    audience: "everybody",
    remedy: "free space on the disk of Redis; then it continues by itself",
    alert: "JetwireAlarm",
    faults: ({ redisServer }) =>
      redisServer &&
      faultsIf(redisServer.unwritten !== null, () => unwrittenText(redisServer.unwritten ?? "")),
  },
  {
    name: "postgres",
    passes: "Postgres answers",
    severity: "critical",
    audience: "everybody",
    remedy: "start Postgres, or correct DATABASE_URL",
    alert: "JetwirePostgresDown",
    faults: postgresFaults,
  },
  {
    name: "migrations",
    passes: "The database has the tables of this version",
    severity: "critical",
    audience: "operators",
    remedy: "run `jetwire migrate`",
    alert: null,
    faults: ({ schema }) => schema && migrationFaults(schema.migrations),
  },
  {
    name: "durability",
    passes: "Postgres keeps what it has confirmed",
    severity: "critical",
    audience: "operators",
    remedy: "turn it on in postgresql.conf",
    alert: null,
    faults: ({ schema }) => schema && faultsIf(schema.durable !== true, () => `${schema.durable}`),
  },
  {
    name: "partitions",
    passes: "Partitions for the coming days exist",
    severity: "warning",
    audience: "operators",
    remedy: "check that the chores service runs, or run `jetwire migrate` to create partitions",
    alert: "JetwireChoresStopped",
    faults: partitionFaults,
  },
  {
    name: "redis",
    passes: "Redis answers",
    severity: "critical",
    audience: "everybody",
    remedy: "start Redis, or correct REDIS_URL",
    alert: "JetwireRedisDown",
    faults: ({ redis }) =>
      redis === true
        ? []
        : [{ sentence: "Redis does not answer: live delivery is interrupted", detail: redis }],
  },
  {
    name: "redis-memory",
    passes: "Redis has free memory",
    severity: "warning",
    audience: "everybody",
    remedy: "check which consumer group lags, or raise maxmemory",
    alert: "JetwireRedisMemory",
    faults: ({ redisServer }) =>
      redisServer &&
      faultsIf(limitOf(redisServer) > 0 && fillOf(redisServer) >= memoryFillMax, () => {
        const percent = Math.round(fillOf(redisServer) * 100);
        return `Redis uses ${percent} % of its memory`;
      }),
  },
  {
    name: "redis-eviction",
    passes: "Redis evicts nothing",
    severity: "critical",
    audience: "operators",
    remedy: "set maxmemory-policy to noeviction",
    alert: "JetwireAlarm",
    faults: ({ redisServer }) =>
      redisServer &&
      faultsIf(
        redisServer.evictionPolicy !== "noeviction",
        () => `Redis may evict messages (maxmemory-policy is ${redisServer.evictionPolicy})`,
      ),
  },
  {
    name: "redis-persistence",
    passes: "Redis keeps its data over a restart",
    severity: "warning",
    audience: "operators",
    remedy: "set appendonly to yes; otherwise each restart replays the journals",
    alert: null,
    faults: ({ redisServer }) =>
      redisServer &&
      faultsIf(!redisServer.appendOnly, () => "Redis does not persist its data (appendonly is no)"),
  },
];

function faultsIf(isWrong: boolean, sentence: () => string): Fault[] {
  return isWrong ? [{ sentence: sentence() }] : [];
}

function diskFaults({ service, number, problems }: ProcessOf<HealthFacts>): Fault[] {
  const blaming = problems.filter(({ name, reason }) => isOwn(name) && diskWords.test(reason));
  return blaming.map(({ name, reason, since }) => ({
    about: `${service} ${number} ${name}`,
    sentence: `${service} ${number} has a problem with its disk (${name}: ${reason})`,
    since,
  }));
}

type ProcessOf<Facts extends HealthFacts> = NonNullable<Facts["processes"]>["alive"][number];

/** Whether a problem is about a disk of the process itself. */
function isOwn(name: string): boolean {
  return name !== "postgres-disk" && name !== "redis-disk";
}

/** Returns whether the check of disks reports a problem of a process. */
export function blamesDisk({ name, reason }: { name: string; reason: string }): boolean {
  return isOwn(name) && diskWords.test(reason);
}

function postgresFaults({ postgres, replica }: HealthFacts): Fault[] {
  if (postgres !== true && diskWords.test(postgres)) return [];
  const detail = postgres === true ? replica : postgres;
  if (detail === true) return [];
  const what = postgres === true ? "The replica of Postgres" : "Postgres";
  return [{ sentence: `${what} does not answer: stored messages cannot be read`, detail }];
}

function migrationFaults(
  migrations: NonNullable<HealthFacts["schema"]>["migrations"],
): readonly Fault[] {
  const { pending, unknown } = migrations;
  const lacking = { sentence: `The database lacks ${pending.join(", ")}` };
  const newer = {
    sentence: `The database is newer than this version: ${unknown.join(", ")}`,
    remedy: "run the newer version of Jetwire",
  };
  return [...(pending.length > 0 ? [lacking] : []), ...(unknown.length > 0 ? [newer] : [])];
}

function partitionFaults({ schema, nowMs }: HealthFacts): Fault[] | null {
  if (schema === null) return null;
  const { strays, lastPartition } = schema;
  const needed = new Date(nowMs + (partitionDaysMin - 1) * dayMs).toISOString().slice(0, 10);
  const isMissing =
    lastPartition === null || lastPartition < `messages_${needed.replaceAll("-", "")}`;
  return [
    ...faultsIf(strays > 0, () => `${strays} messages are in the default partition`),
    ...faultsIf(isMissing, () => `The last partition is ${lastPartition ?? "missing"}`),
  ];
}
