const stepMs = 10_000;
const stepsPerMinute = 6;
const stepsPerHour = 360;

/** Counts the messages of a station in the last minute and hour, in steps of ten seconds. */
export class StationCounts {
  readonly #steps = new Uint32Array(stepsPerHour);
  #step = 0;
  #lastAtMs: number | null = null;

  add(nowMs: number): void {
    this.#advance(nowMs);
    const at = this.#step % stepsPerHour;
    this.#steps[at] = (this.#steps[at] ?? 0) + 1;
    this.#lastAtMs = nowMs;
  }

  /** Returns the counts now, and the time of the last message, Unix ms. */
  read(nowMs: number): {
    readonly minute: number;
    readonly hour: number;
    readonly lastAtMs: number | null;
  } {
    this.#advance(nowMs);
    let minute = 0;
    for (let back = 0; back < stepsPerMinute; back++) {
      minute += this.#steps[(this.#step - back + stepsPerHour) % stepsPerHour] ?? 0;
    }
    const hour = this.#steps.reduce((sum, count) => sum + count, 0);
    return { minute, hour, lastAtMs: this.#lastAtMs };
  }

  #advance(nowMs: number): void {
    const step = Math.floor(nowMs / stepMs);
    if (step - this.#step >= stepsPerHour) this.#steps.fill(0);
    else for (let next = this.#step + 1; next <= step; next++) this.#steps[next % stepsPerHour] = 0;
    this.#step = Math.max(this.#step, step);
  }
}
