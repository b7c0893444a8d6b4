import { closeSync, openSync, renameSync, statSync, writeSync } from "node:fs";

const bytesMaxDefault = 32 * 1024 * 1024;

/**
 * The log file of one process. The one before it is kept as `.1`, and so is the full one when it
 * grows beyond its bound, so that two files of that size are the most a process can leave.
 */
export class ProcessLog implements Disposable {
  readonly path: string;
  readonly #bytesMax: number;
  #file: number;
  #bytes = 0;

  constructor(path: string, bytesMax = bytesMaxDefault) {
    this.path = path;
    this.#bytesMax = bytesMax;
    this.#file = this.#begin();
  }

  /** Appends; what a full disk refuses is dropped, for nothing can be done about it here. */
  write(chunk: Buffer): void {
    if (this.#bytes > 0 && this.#bytes + chunk.length > this.#bytesMax) {
      closeSync(this.#file);
      this.#file = this.#begin();
    }
    this.#bytes += chunk.length;
    try {
      writeSync(this.#file, chunk);
    } catch {
      this.#bytes -= chunk.length;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #begin(): number {
    if (statSync(this.path, { throwIfNoEntry: false }) !== undefined) {
      renameSync(this.path, `${this.path}.1`);
    }
    this.#bytes = 0;
    return openSync(this.path, "w", 0o600);
  }
}
