/** Who hears of something. */
export interface Listeners<Value> {
  /** @returns what ends it */
  add(listener: (value: Value) => void): () => void;
  tell(value: Value): void;
}

/** One listener's error harms no other: it is thrown where uncaught errors go. */
export function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add(listener) {
      // The same function may be given twice; each is ended on its own.
      const own = (value: Value): void => listener(value);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    tell(value) {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
