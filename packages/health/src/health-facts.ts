import type { BackupState, FeederSilence, MeasuredAccounting } from "@jetwire/db";
import type { CanaryRun, ServiceName, StageLags, StorageReport } from "@jetwire/protocol";
import type { PartitionWaiting, RedisFacts } from "@jetwire/redis";

/** The state of the service at one moment. A fact that could not be measured is null. */
export interface HealthFacts {
  /** The time of the measurement, Unix ms. */
  readonly nowMs: number;
  /** True, or why it does not answer. */
  readonly postgres: true | string;
  /** True, also if there is no replica; or why it does not answer. */
  readonly replica: true | string;
  /** True, or why it does not answer. */
  readonly redis: true | string;
  readonly redisServer: RedisFacts | null;
  /** Only commands on the host read it. */
  readonly schema: SchemaFacts | null;
  /** Age of the oldest message that a stage has not processed, ms. */
  readonly lagMs: StageLags;
  readonly partitions: readonly PartitionWaiting[] | null;
  /** Bytes in the journals of ingests that run. */
  readonly journalBytes: number | null;
  /** The greatest difference of the clock of an ingest that runs, ms. */
  readonly clockSkewMs: number | null;
  readonly deadLetters: DeadLetterFacts | null;
  readonly feeders: FeederFacts | null;
  /** The state of the back-ups as chores has stored it. */
  readonly backups: BackupState | null;
  /** Disks, tables and the plan of retention as chores has measured them. */
  readonly storage: StorageReport | null;
  readonly processes: ProcessFacts | null;
  /** The results of the last canary messages, newest first; empty if none are sent. */
  readonly canaryRuns: readonly CanaryRun[];
  /** Takes seconds to measure while messages move. */
  readonly accounting: MeasuredAccounting | null;
}

interface SchemaFacts {
  /** True, or why Postgres may lose what it has confirmed. */
  readonly durable: true | string;
  readonly migrations: {
    readonly applied: readonly string[];
    readonly pending: readonly string[];
    readonly unknown: readonly string[];
  };
  /** Messages in the default partition. */
  readonly strays: number;
  readonly lastPartition: string | null;
}

export interface DeadLetterFacts {
  /** Those that were not dropped, up to a bound. */
  readonly count: number;
  readonly isMore: boolean;
  /** The time at which the oldest of them was added. */
  readonly since: string | null;
}

interface FeederFacts {
  /** Null if no feeder has ever sent anything. */
  readonly silence: FeederSilence | null;
}

export interface ProcessFacts {
  readonly alive: readonly ProcessState[];
  /** The services that should have a process. Empty if processes were asked that are known to exist. */
  readonly expected: readonly ServiceName[];
  /** Processes that have stopped to report without leaving. */
  readonly lost: readonly ReportedProcess[];
}

/** A process as it reports itself, or as its `/readyz` says. */
export interface ProcessState {
  readonly service: string;
  readonly number: number;
  readonly ready: boolean;
  /** Whether an operator drains it, and so it is not ready. */
  readonly draining: boolean;
  /** Failing checks and active alarms. */
  readonly problems: readonly {
    readonly name: string;
    readonly reason: string;
    readonly since: string | null;
  }[];
  /** Its name as the reader of a partition; null if it is not known. */
  readonly replica: string | null;
  /** Null if it is not known. */
  readonly startedAt: string | null;
}

export interface ReportedProcess {
  readonly service: string;
  readonly number: number;
  readonly reportedAt: string;
}
