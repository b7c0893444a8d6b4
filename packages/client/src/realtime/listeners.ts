/** The listeners of one event. */
export interface Listeners<Value> {
  /** @returns a function that removes the listener. */
  add(listener: (value: Value) => void): () => void;
  notify(value: Value): void;
}

/** Creates a list of listeners. An error that one throws is reported as uncaught; the others still run. */
export function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add(listener) {
      // A function that is added twice is removed one registration at a time.
      const own = (value: Value): void => listener(value);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify(value) {
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
