import {
  checkDurability,
  type Database,
  migrationStatus,
  countDeadLetters,
  type FeederSilence,
  readFeederSilence,
  readServerFacts,
} from "@jetwire/db";
import {
  lostProblem,
  missingServices,
  openStores,
  readRedisFacts,
  type RedisConnection,
} from "@jetwire/redis";
import type { ProcessReport } from "@jetwire/protocol";
import { diskErrorText, withDeadline } from "@jetwire/runtime";
import type { DoctorReport, OrError, PartitionState, ProcessState } from "./report.ts";
import type { Servers } from "../servers.ts";

const queryMsMax = 10_000;
const redisMsMax = 5_000;
const processMsMax = 2_000;
/** Messages that have waited for longer in the stream are not being stored. */
const lagMsMax = 5_000;

export async function measurePostgres(database: Database): Promise<DoctorReport["postgres"]> {
  return await orError(
    database.withQueryDeadline(async (sql) => {
      const migrations = await migrationStatus(sql);
      if (migrations.applied.length === 0) throw new Error("no tables: run `jetwire migrate`");
      const durable = await checkDurability(sql).then(() => true as const, messageOf);
      return { ...(await readServerFacts(sql)), migrations, durable };
    }, queryMsMax),
  );
}

export async function measureRedis(redis: RedisConnection): Promise<DoctorReport["redis"]> {
  if (redis.status !== "ready") return { error: "it does not answer" };
  return await orError(withDeadline(readRedisFacts(redis), redisMsMax, "Redis"));
}

export async function countDeadLettersByReason(
  database: Database,
): Promise<DoctorReport["deadLetters"]> {
  return await database.withQueryDeadline(countDeadLetters, queryMsMax);
}

/** Reads how long no feeder has sent anything; undefined while messages wait to be stored, so that nobody knows. */
export async function measureFeeders(
  database: Database,
  redis: RedisConnection,
  { namespace, partitions }: Servers,
): Promise<FeederSilence | null | undefined> {
  const { streams } = openStores(redis, namespace);
  const lag = withDeadline(streams.lagMs("persister", partitions), redisMsMax, "Redis");
  const lagMs = await lag.catch(() => null);
  if (lagMs === null || lagMs > lagMsMax) return undefined;
  return await database.withQueryDeadline(readFeederSilence, queryMsMax);
}

export async function measureStreams(
  redis: RedisConnection,
  { namespace, partitions: configured }: Servers,
): Promise<PartitionState[]> {
  const { streams, keys } = openStores(redis, namespace);
  async function measurePartition(partition: number): Promise<PartitionState> {
    const groups = await streams.progress(partition);
    return {
      partition,
      length: await redis.xlen(keys.stream(partition)),
      groups: groups.map(({ group, pending, lag }) => ({ group, pending, lag })),
    };
  }
  async function measure(): Promise<PartitionState[]> {
    const partitions = await streams.partitionsInUse(configured);
    return await Promise.all(Array.from({ length: partitions }, (_, n) => measurePartition(n)));
  }
  return await withDeadline(measure(), redisMsMax, "Redis");
}

/**
 * Asks the processes of a running instance whether they are ready. If only its servers are known, reads
 * what processes report about themselves.
 */
export async function measureProcesses(
  servers: Servers,
  redis: RedisConnection | null,
): Promise<Pick<DoctorReport, "processes" | "missing" | "lost">> {
  const { services, namespace } = servers;
  if (services !== null)
    return { processes: await askProcesses(services), missing: [], lost: null };
  if (redis === null) return { processes: [], missing: [], lost: null };
  const { processes } = openStores(redis, namespace);
  const lists = Promise.all([processes.list(), processes.lost()]);
  const [reports, lost] = await withDeadline(lists, redisMsMax, "Redis");
  return {
    processes: reports.map(stateOf),
    missing: missingServices(reports),
    lost: lostProblem(reports, lost, Date.now()),
  };
}

async function askProcesses(
  services: NonNullable<Servers["services"]>,
): Promise<readonly ProcessState[]> {
  return await Promise.all(
    services
      .filter(({ health }) => health !== null)
      .map(async ({ name, replica, pid, health }) => {
        const state = await readiness(health ?? "");
        return { name, replica, pid, draining: false, ...state };
      }),
  );
}

/** A process id says nothing here: it is that of another host or container. */
function stateOf({ service, number, ready, draining, problems }: ProcessReport): ProcessState {
  const reasons = Object.fromEntries(problems.map(({ name, reason }) => [name, reason]));
  const state = { name: service, replica: number, pid: null, ready, draining };
  return ready
    ? { ...state, failing: {}, alarms: reasons }
    : { ...state, failing: reasons, alarms: {} };
}

async function readiness(
  health: string,
): Promise<Pick<ProcessState, "ready" | "failing" | "alarms">> {
  try {
    const response = await fetch(new URL("/readyz", health), {
      signal: AbortSignal.timeout(processMsMax),
    });
    const body: unknown = await response.json();
    return { ready: response.ok, failing: failingChecks(body), alarms: alarmsOf(body) };
  } catch (error) {
    return { ready: false, failing: { health: messageOf(error) }, alarms: {} };
  }
}

function failingChecks(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null || !("checks" in body)) return {};
  const checks = Object.entries(body.checks ?? {}) as [string, unknown][];
  return Object.fromEntries(
    checks.filter(([, result]) => result !== true).map(([name, result]) => [name, String(result)]),
  );
}

function alarmsOf(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null || !("alarms" in body)) return {};
  const alarms = Object.entries(body.alarms ?? {}) as [string, unknown][];
  return Object.fromEntries(alarms.map(([name, reason]) => [name, String(reason)]));
}

async function orError<T>(work: Promise<T>): Promise<OrError<T>> {
  try {
    return { error: null, ...(await work) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const disk = diskErrorText(error);
  if (disk !== null) return disk;
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
