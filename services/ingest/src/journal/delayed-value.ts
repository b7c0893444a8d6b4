/** Values are stored at most this often per delay, which limits how many there are. */
const valuesPerDelay = 64;

/** Returns values some time after they were given. */
export class DelayedValue<Value> {
  readonly #delayMs;
  readonly #waiting: { readonly value: Value; readonly atMs: number }[] = [];
  #latest: Value | null = null;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Adds a value, and returns the latest one that is old enough, or null if there is none. */
  next(value: Value, nowMs: number): Value | null {
    const waiting = this.#waiting;
    const last = waiting.at(-1);
    if (last === undefined || nowMs - last.atMs >= this.#delayMs / valuesPerDelay) {
      waiting.push({ value, atMs: nowMs });
    }
    for (
      let [oldest] = waiting;
      oldest && nowMs - oldest.atMs >= this.#delayMs;
      [oldest] = waiting
    ) {
      this.#latest = oldest.value;
      waiting.shift();
    }
    return this.#latest;
  }
}
