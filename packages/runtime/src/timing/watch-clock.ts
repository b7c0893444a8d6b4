import { type AlarmTargets, createAlarm } from "../metrics/alarm.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { every } from "./repeat.ts";

/** Reads the clock of a server, Unix ms. */
export type ReadClock = () => Promise<number>;

/** The difference of this host's clock to a server's, by the server's name. */
export interface ClockSkew {
  readonly against: string;
  /** How far this host's clock is ahead, ms. */
  readonly aheadMs: number;
  /** The difference may be this much greater or smaller, because reading took time. */
  readonly errorMs: number;
}

export interface ClockWatchOptions {
  /** This host's clock, Unix ms. */
  readonly now?: () => number;
  /** How often the clocks are compared; every ten seconds by default. */
  readonly everyMs?: number;
  /** Called after each comparison with those that succeeded. */
  readonly onCompared?: (skews: readonly ClockSkew[]) => void;
}

const watchEveryMs = 10_000;
/** The greatest difference without an alarm. */
export const clockSkewMsMax = 5_000;

/**
 * Compares this host's clock with those of servers until the signal aborts, the first time at once: the
 * metric `jetwire_clock_skew_seconds`, and the alarm `clock-skew` beyond five seconds. A server that
 * does not answer is left out.
 */
export async function watchClock(
  clocks: Readonly<Record<string, ReadClock>>,
  targets: AlarmTargets & { readonly metrics: Pick<Metrics, "gauge"> },
  signal: AbortSignal,
  { now = Date.now, everyMs = watchEveryMs, onCompared }: ClockWatchOptions = {},
): Promise<void> {
  const alarm = createAlarm("clock-skew", targets);
  const skew = targets.metrics.gauge({
    name: "jetwire_clock_skew_seconds",
    help: "How far this host's clock is ahead of a server's",
    labelNames: ["against"],
  });

  async function compareAll(): Promise<void> {
    const compared = await Promise.allSettled(
      Object.entries(clocks).map(([against, read]) => compare(against, read, now)),
    );
    const skews = compared.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    for (const { against, aheadMs } of skews) skew.set({ against }, aheadMs / 1_000);
    report(skews);
    onCompared?.(skews);
  }

  function report(skews: readonly ClockSkew[]): void {
    const wrong = skews.filter(isSkewed);
    if (wrong.length > 0) alarm.raise(`${wrong.map(textOf).join(", ")}: synchronize the clocks`);
    else if (skews.length > 0) alarm.clear();
  }

  const task = "compare clocks";
  await every(everyMs, compareAll, { signal, log: targets.log, task, retryMsMax: everyMs });
}

async function compare(against: string, read: ReadClock, now: () => number): Promise<ClockSkew> {
  const sentMs = now();
  const startMs = performance.now();
  const serverMs = await read();
  const errorMs = (performance.now() - startMs) / 2;
  return { against, aheadMs: sentMs + errorMs - serverMs, errorMs };
}

function isSkewed({ aheadMs, errorMs }: ClockSkew): boolean {
  return Math.abs(aheadMs) - errorMs > clockSkewMsMax;
}

/** Returns the greatest difference, ms, less what reading took at most; null without a comparison. */
export function greatestSkewMs(skews: readonly ClockSkew[]): number | null {
  if (skews.length === 0) return null;
  return Math.max(0, ...skews.map(({ aheadMs, errorMs }) => Math.abs(aheadMs) - errorMs));
}

function textOf({ against, aheadMs }: ClockSkew): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `this host's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} ${against}`;
}
