import { pause } from "@jetwire/runtime";

const intervalMs = 20;

/**
 * Waits for a condition by evaluating it every 20 ms.
 *
 * @param what names the condition in the error
 * @returns the first result that is neither null, undefined nor false
 * @throws Error if there is none within `msMax`
 */
export async function until<Result>(
  what: string,
  evaluate: () => Result | Promise<Result>,
  msMax = 30_000,
): Promise<NonNullable<Exclude<Result, false>>> {
  const end = performance.now() + msMax;
  for (;;) {
    const result = await evaluate();
    if (result !== null && result !== undefined && result !== false) {
      return result as NonNullable<Exclude<Result, false>>;
    }
    if (performance.now() > end) throw new Error(`Waited ${msMax} ms in vain for ${what}`);
    await pause(intervalMs);
  }
}
