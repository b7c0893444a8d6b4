/**
 * Makes calls share runs of some work: while one run is under way, all further calls get the next
 * one. So every caller gets a run that began after its call, and never more than one is under way.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  async function runAfter(before: Promise<unknown>): Promise<T> {
    await before.catch(() => {});
    next = null;
    return await work();
  }

  return () => {
    if (next === null) {
      next = runAfter(underWay);
      underWay = next;
    }
    return next;
  };
}
