import { once } from "node:events";

/** Bytes that wait for their turn: bounded, counted, and with a word when it fills or empties. */
export class SendQueue {
  readonly #items: Buffer[] = [];
  readonly #itemsMax: number;
  readonly #changes = new EventTarget();
  #first = 0;
  offered = 0;
  refused = 0;

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax;
  }

  get length(): number {
    return this.#items.length - this.#first;
  }

  /** False, and counted, when the queue is full. */
  offer(bytes: Buffer): boolean {
    this.offered += 1;
    if (this.length >= this.#itemsMax) {
      this.refused += 1;
      return false;
    }
    this.#items.push(bytes);
    if (this.length === 1) this.#changes.dispatchEvent(new Event("filled"));
    return true;
  }

  /** The oldest items, up to a number and a size, but one at least if there is any. */
  take(limits: { items: number; bytes: number }): Buffer[] {
    const taken: Buffer[] = [];
    let size = 0;
    while (taken.length < limits.items) {
      const item = this.#items[this.#first];
      if (item === undefined || (taken.length > 0 && size + item.length > limits.bytes)) break;
      taken.push(item);
      size += item.length;
      this.#first += 1;
    }
    this.#forgetTaken();
    if (taken.length > 0) this.#changes.dispatchEvent(new Event("room"));
    return taken;
  }

  /** Resolves when something is queued, or on abort. */
  async filled(signal: AbortSignal): Promise<void> {
    if (this.length === 0) await this.#change("filled", signal);
  }

  /** Resolves when something more could be queued, or on abort. */
  async room(signal: AbortSignal): Promise<void> {
    if (this.length >= this.#itemsMax) await this.#change("room", signal);
  }

  async #change(name: "filled" | "room", signal: AbortSignal): Promise<void> {
    // The only rejection is the abort, which the caller sees by its signal.
    await once(this.#changes, name, { signal }).catch(() => {});
  }

  /** Moving the rest is cheap when it is done seldom. */
  #forgetTaken(): void {
    if (this.#first < 1_024 && this.#first < this.#items.length) return;
    this.#items.splice(0, this.#first);
    this.#first = 0;
  }
}
