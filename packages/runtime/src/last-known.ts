/**
 * An answer that is asked for anew once it is old, once for all who want it meanwhile; while nobody
 * answers, the last one is returned.
 *
 * @param keptMs how old it gets, counted from when it was asked for
 * @param now Unix ms
 * @throws (its result) what `ask` throws while it has never answered.
 */
export function createLastKnown<Answer>(
  ask: () => Promise<Answer>,
  keptMs: number,
  now: () => number,
): () => Promise<Answer> {
  interface Known {
    readonly answer: Answer;
    readonly atMs: number;
  }
  let known: Known | undefined;
  let asking: Promise<Known> | undefined;

  async function askAnew(atMs: number): Promise<Known> {
    known = { answer: await ask(), atMs };
    return known;
  }

  return async () => {
    const atMs = now();
    // A clock that was set back doesn't keep an answer for longer.
    if (known && atMs >= known.atMs && atMs - known.atMs < keptMs) return known.answer;
    asking ??= askAnew(atMs).finally(() => {
      asking = undefined;
    });
    try {
      return (await asking).answer;
    } catch (error) {
      if (known) return known.answer;
      throw error;
    }
  };
}
