import { createWaker, every, type Logger, pause, type Waker } from "@jetwire/runtime";
import type { Duplicate } from "./plan-batch.ts";

/**
 * The id under which each journaled message can be read: its own, or for a duplicate the id of the message
 * that is kept. Only linking knows it, so senders that wait for an answer wait for their message to be
 * dispatched, up to a limit. While the dispatcher is behind, nobody waits.
 */
export type KeptIds = ReturnType<typeof createKeptIds>;

interface Waiting {
  readonly sinceMs: number;
  readonly resolve: (id: string | undefined) => void;
}

/** An answer waits this long at most. */
const waitMsMax = 3_000;
const checkMs = 250;
/** The messages of large bodies beyond this many are answered without an id. */
const waitingMax = 50_000;

/** @param clock a monotonic clock, ms */
export function createKeptIds(clock: { readonly now: () => number }) {
  /** Waiting answers in the order of their messages, which is that of their ids. */
  const waiting = new Map<string, Waiting>();
  /** The newest message that was given up; "" once it is dispatched. */
  let givenUp = "";
  let waker: Waker | null = null;

  function giveUp(beforeMs: number): void {
    for (const [id, { sinceMs, resolve }] of waiting) {
      if (sinceMs > beforeMs) return;
      waiting.delete(id);
      givenUp = id;
      resolve(undefined);
    }
  }

  return {
    /** Returns the id for a message that was just journaled; undefined if it is not known in time. */
    expect(id: string): Promise<string | undefined> {
      if (givenUp !== "" || waiting.size >= waitingMax) return Promise.resolve(undefined);
      if (waiting.size === 0) waker?.wake();
      return new Promise((resolve) => waiting.set(id, { sinceMs: clock.now(), resolve }));
    },

    /** Notes dispatched entries, in order. */
    dispatched(
      entries: readonly { readonly seq: number; readonly id: string }[],
      duplicates: readonly Duplicate[],
    ): void {
      if ((entries.at(-1)?.id ?? "") >= givenUp) givenUp = "";
      if (waiting.size === 0) return;
      const keptIds = new Map(duplicates.map(({ seq, keptId }) => [seq, keptId ?? undefined]));
      for (const { seq, id } of entries) {
        waiting.get(id)?.resolve(keptIds.has(seq) ? keptIds.get(seq) : id);
        waiting.delete(id);
      }
    },

    /** Gives up what is not dispatched in time, until aborted. */
    async run(signal: AbortSignal, log: Logger): Promise<void> {
      const started = (waker = createWaker(signal));
      const check = async () => giveUp(clock.now() - waitMsMax);
      const task = "answer without ids";
      async function wait(ms: number): Promise<void> {
        if (waiting.size === 0) await started.wait(waitMsMax);
        await pause(ms, signal);
      }
      await every(checkMs, check, { signal, log, task, wait });
      giveUp(Number.POSITIVE_INFINITY);
    },
  };
}
