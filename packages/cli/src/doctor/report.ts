import type { RedisFacts } from "@jetwire/redis";
import type { Account } from "./accounting.ts";

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
  /** What isn't as it should be, by check; or why it could not be asked. */
  readonly failing: Readonly<Record<string, string>>;
}

/** What could be found out about one part; `error` in its place when it could not. */
export type Found<T> = ({ readonly error: null } & T) | { readonly error: string };

export interface DoctorReport {
  readonly versions: { readonly node: string };
  readonly postgres: Found<{
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
  readonly redis: Found<RedisFacts>;
  /** Null when Postgres could not be asked. */
  readonly accounting: {
    readonly producers: readonly Account[];
    readonly sum: Account;
    /** Whether nothing moved while it was measured; only then the law must hold exactly. */
    readonly settled: boolean;
  } | null;
  readonly deadLetters: readonly { reason: string; count: number; example: string }[];
  readonly streams: readonly PartitionState[];
  readonly processes: readonly ProcessState[];
}

/** Something that is wrong, and what to do about it. */
export interface Finding {
  readonly what: string;
  readonly todo: string;
}
