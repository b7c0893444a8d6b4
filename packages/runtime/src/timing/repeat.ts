import type { Logger } from "../logs/logger.ts";
import { backOffMs, pause } from "./pause.ts";
import { waitTogetherMs } from "./wait-together.ts";

export interface RepeatOptions {
  /** Ends the repetition. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Names the work in log lines, in the infinitive: "trim the stream". */
  readonly task: string;
  /** The longest pause after failures, ms; 5 s by default. */
  readonly retryMsMax?: number;
  /** Waits for the next run, in place of a pause of `ms`: for work that an event may start early. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Runs work again and again, the first time at once, then about `ms` after each success, together with other work
 * (`waitTogetherMs`). After a failure it waits with exponential back-off. An outage is logged once when it begins and once when it
 * ends.
 *
 * @returns when the signal has aborted and the run in progress, if any, has ended.
 */
export async function every(
  ms: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { signal, log, task, retryMsMax, wait = pauseTogether }: RepeatOptions,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await work(signal);
      if (failures > 0) log.info({ task, failures }, "task works again");
      failures = 0;
    } catch (error) {
      // What fails because of the abort is no outage.
      if (signal.aborted) return;
      failures++;
      if (failures === 1) log.warn({ err: error, task }, "task failed, trying again");
    }
    if (failures === 0) await wait(ms, signal);
    else await pause(backOffMs(failures, 50, retryMsMax), signal);
  }
}

async function pauseTogether(ms: number, signal: AbortSignal): Promise<void> {
  await pause(waitTogetherMs(ms, performance.now()), signal);
}

/** Work did not succeed before its deadline; `cause` is the last failure. */
export class RetryTimeoutError extends Error {
  constructor(task: string, ms: number, cause: unknown) {
    super(`${task}: did not succeed within ${ms} ms`, { cause });
    this.name = "RetryTimeoutError";
  }
}

export interface RetryOptions {
  /** Names the work in errors and log lines, in the infinitive: "connect to Postgres". */
  readonly task: string;
  /** How long it is tried, ms; without a limit by default. */
  readonly msMax?: number;
  readonly signal?: AbortSignal;
  readonly log?: Logger;
  /** The longest pause between attempts, ms; 5 s by default. */
  readonly retryMsMax?: number;
}

/**
 * Repeats work with exponential back-off until it succeeds.
 *
 * @returns the result of the first attempt that succeeds.
 * @throws RetryTimeoutError after `msMax`, or the last failure when the signal aborts.
 */
export async function retryUntil<Result>(
  work: () => Promise<Result>,
  { task, msMax = Number.POSITIVE_INFINITY, signal, log, retryMsMax }: RetryOptions,
): Promise<Result> {
  const startMs = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw error;
      const leftMs = msMax - (performance.now() - startMs);
      if (leftMs <= 0) throw new RetryTimeoutError(task, msMax, error);
      if (attempt === 1) log?.warn({ err: error, task }, "task failed, trying again");
      await pause(Math.min(backOffMs(attempt, 50, retryMsMax), leftMs), signal);
    }
  }
}
