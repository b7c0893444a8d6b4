import { pause } from "@jetwire/runtime";

const everyMs = 20;

/**
 * Waits for a condition, so that no test sleeps and hopes.
 *
 * @returns the first answer that is neither null, undefined nor false.
 * @throws when there is none in time, naming what was waited for.
 */
export async function until<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  msMax = 10_000,
): Promise<NonNullable<Exclude<Answer, false>>> {
  const end = performance.now() + msMax;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) {
      return answer as NonNullable<Exclude<Answer, false>>;
    }
    if (performance.now() > end) throw new Error(`waited ${msMax} ms in vain for ${what}`);
    await pause(everyMs);
  }
}
