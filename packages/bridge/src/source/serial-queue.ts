/**
 * Creates a queue for items that come faster than they are handled, for a while.
 *
 * @param max the items that may wait; more are dropped
 */
export function createSerialQueue<Item>(
  handle: (item: Item) => Promise<void>,
  max: number,
  onDropped: (item: Item) => void,
) {
  const waiting: Item[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await handle(item);
    running = null;
  }

  return {
    add(item: Item): void {
      if (waiting.length >= max) return onDropped(item);
      waiting.push(item);
      running ??= run();
    },
    get isIdle(): boolean {
      return running === null;
    },
  };
}
