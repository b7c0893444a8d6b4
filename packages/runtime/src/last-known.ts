/**
 * An answer that is asked for anew once it is old; while nobody answers, the last one stands.
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
  let known: { readonly answer: Answer; readonly atMs: number } | undefined;
  return async () => {
    const atMs = now();
    // A clock that was set back doesn't keep an answer for longer.
    if (known && atMs >= known.atMs && atMs - known.atMs < keptMs) return known.answer;
    try {
      known = { answer: await ask(), atMs };
    } catch (error) {
      if (!known) throw error;
    }
    return known.answer;
  };
}
