import { setTimeout as delay } from "node:timers/promises";

/** Waits for a condition, at most ten seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never became true: ${condition.toString()}`);
    await delay(5);
  }
}
