import { once } from "node:events";

/** A bounded, counted queue of lines with notifications for space and for lines. */
export class SendQueue {
  readonly #lines: Buffer[] = [];
  readonly #linesMax: number;
  readonly #changes = new EventTarget();
  #first = 0;
  offered = 0;
  refused = 0;

  constructor(linesMax: number) {
    this.#linesMax = linesMax;
  }

  get length(): number {
    return this.#lines.length - this.#first;
  }

  /** Queues a line; false, and counted, if the queue is full. */
  offer(line: Buffer): boolean {
    this.offered += 1;
    if (this.length >= this.#linesMax) {
      this.refused += 1;
      return false;
    }
    this.#lines.push(line);
    if (this.length === 1) this.#changes.dispatchEvent(new Event("lines"));
    return true;
  }

  /** Removes and returns the oldest lines, up to a number and a size, but at least one if there is any. */
  consume(max: { readonly lines: number; readonly bytes: number }): Buffer[] {
    const taken: Buffer[] = [];
    let size = 0;
    while (taken.length < max.lines) {
      const line = this.#lines[this.#first];
      if (line === undefined || (taken.length > 0 && size + line.length > max.bytes)) break;
      taken.push(line);
      size += line.length;
      this.#first += 1;
    }
    this.#dropTaken();
    if (taken.length > 0) this.#changes.dispatchEvent(new Event("space"));
    return taken;
  }

  /** Resolves when there is a line, or on abort. */
  async waitForLines(signal: AbortSignal): Promise<void> {
    if (this.length === 0) await this.#change("lines", signal);
  }

  /** Resolves when there is space for a line, or on abort. */
  async waitForSpace(signal: AbortSignal): Promise<void> {
    if (this.length >= this.#linesMax) await this.#change("space", signal);
  }

  async #change(name: "lines" | "space", signal: AbortSignal): Promise<void> {
    // The only rejection is the abort, which the caller sees by its signal.
    await once(this.#changes, name, { signal }).catch(() => {});
  }

  /** Moves the rest to the front, seldom enough that it is cheap. */
  #dropTaken(): void {
    if (this.#first < 1_024 && this.#first < this.#lines.length) return;
    this.#lines.splice(0, this.#first);
    this.#first = 0;
  }
}
