/** Long-running tasks that start and end with their service. */
export type TaskGroup = ReturnType<typeof createTaskGroup>;

/**
 * Creates an empty group. Disposal aborts the signal of all tasks and waits for their end.
 *
 * @param fail receives the error of a task that rejects
 */
export function createTaskGroup(fail: (error: unknown) => void) {
  const stop = new AbortController();
  const running: Promise<void>[] = [];
  return {
    /**
     * Starts a task. It runs until the signal aborts, finishes what it has begun, and resolves. If it
     * rejects, the service has failed.
     */
    run(task: (signal: AbortSignal) => Promise<void>): void {
      running.push(task(stop.signal).catch(fail));
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(running);
    },
  };
}
