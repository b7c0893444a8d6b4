import { useSyncExternalStore } from "react";

/** A value outside of React. Parts of the page read it by `useStore`. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** @returns a function that removes the listener */
  subscribe(listener: () => void): () => void;
}

/** Makes a store that tells its listeners of each new value at once. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads a store, and renders again at each new value. */
export function useStore<Value>(store: Pick<Store<Value>, "get" | "subscribe">): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Calls a function at most once per interval, the first time after one interval. */
export function atMostEvery(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
}
