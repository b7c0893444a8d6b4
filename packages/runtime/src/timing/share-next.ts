/**
 * Makes concurrent calls share runs of work. All calls that arrive during a run get the result of
 * the next run. So every caller gets the result of a run that began after the call, and only one
 * run is in progress at a time.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  async function runAfter(before: Promise<unknown>): Promise<T> {
    await before.catch(() => {});
    next = null;
    return await work();
  }

  return () => {
    if (next === null) {
      next = runAfter(current);
      current = next;
    }
    return next;
  };
}
