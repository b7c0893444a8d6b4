import type { Logger } from "@jetwire/runtime";

/** Does work after the answer was sent. Disposal waits for its end. */
export interface Background extends AsyncDisposable {
  /** Begins work, unless too much is under way. Its error is logged. @returns whether it has begun */
  begin(work: () => Promise<void>): boolean;
}

const runningMax = 100;

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    begin(work) {
      if (running.size >= runningMax) return false;
      const done = work()
        .catch((error: unknown) => log.error({ err: error }, "work after an answer failed"))
        .finally(() => running.delete(done));
      running.add(done);
      return true;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running);
    },
  };
}
