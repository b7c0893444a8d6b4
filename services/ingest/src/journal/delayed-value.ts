/** Gives values back some time after they were taken in. */
export interface DelayedValue<Value> {
  /** @returns the youngest value that was taken in long enough ago; null when there is none. */
  take(value: Value, nowMs: number): Value | null;
}

/** Times between two values are evened out to this part of the whole, which bounds how many are held. */
const parts = 64;

export function createDelayedValue<Value>(heldMs: number): DelayedValue<Value> {
  const held: { readonly value: Value; readonly atMs: number }[] = [];
  let given: Value | null = null;
  return {
    take(value, nowMs) {
      const last = held.at(-1);
      if (last === undefined || nowMs - last.atMs >= heldMs / parts)
        held.push({ value, atMs: nowMs });
      for (let [oldest] = held; oldest && nowMs - oldest.atMs >= heldMs; [oldest] = held) {
        given = oldest.value;
        held.shift();
      }
      return given;
    },
  };
}
