import type { FeederSilence, MeasuredAccounting } from "@jetwire/db";
import type { RedisFacts } from "@jetwire/redis";

/** One partition of the message stream. */
export interface PartitionState {
  readonly partition: number;
  readonly length: number;
  readonly groups: readonly {
    readonly group: string;
    readonly pending: number;
    readonly lag: number | null;
  }[];
}

export interface ProcessState {
  readonly name: string;
  readonly replica: number;
  readonly pid: number | null;
  readonly ready: boolean;
  /** Failing checks and their reasons; or why the process could not be asked. */
  readonly failing: Readonly<Record<string, string>>;
  /** Active alarms and their reasons. */
  readonly alarms: Readonly<Record<string, string>>;
  /** Whether an operator drains it, and so it is not ready. */
  readonly draining: boolean;
}

/** Facts about one part, or the error that prevented reading them. */
export type OrError<T> = ({ readonly error: null } & T) | { readonly error: string };

export interface DoctorReport {
  readonly versions: { readonly node: string };
  readonly postgres: OrError<{
    readonly version: string;
    readonly durable: true | string;
    readonly migrations: {
      readonly applied: readonly string[];
      readonly pending: readonly string[];
      readonly unknown: readonly string[];
    };
    readonly strays: number;
    readonly lastPartition: string | null;
  }>;
  readonly redis: OrError<RedisFacts>;
  /** Null when Postgres could not be asked. */
  readonly accounting: MeasuredAccounting | null;
  /** Null if no feeder has ever sent anything; undefined if it is not known, because messages wait to be stored. */
  readonly feeders: FeederSilence | null | undefined;
  readonly deadLetters: readonly { reason: string; count: number; example: string }[];
  readonly streams: readonly PartitionState[];
  readonly processes: readonly ProcessState[];
  /** Services of which no process has reported. */
  readonly missing: readonly string[];
  /** The process that has stopped to report without leaving, in words; null if there is none. */
  readonly lost: string | null;
}

/** A problem, and what to do about it. */
export interface Finding {
  readonly what: string;
  readonly todo: string;
}
