/**
 * Makes something anew at most every so often, however many ask: who asks meanwhile gets what is
 * there or being made. A failure is told to those who waited for it and not kept.
 */
export function keepAnswers<Key, Value>(
  make: (key: Key) => Promise<Value>,
  options: { keptMs: number; keysMax: number; now: () => number },
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { atMs: number; value: Promise<Value> }>();
  return (key) => {
    const known = kept.get(key);
    if (known && options.now() - known.atMs < options.keptMs) return known.value;
    const value = make(key);
    kept.delete(key);
    kept.set(key, { atMs: options.now(), value });
    const [oldest] = kept.keys();
    if (kept.size > options.keysMax && oldest !== undefined) kept.delete(oldest);
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key);
    });
    return value;
  };
}
