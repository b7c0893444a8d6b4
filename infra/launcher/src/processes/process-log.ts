import { closeSync, openSync, renameSync, statSync, writeSync } from "node:fs";

const bytesMaxDefault = 32 * 1024 * 1024;

/**
 * Writes the log file of one process. At the start, and when the file exceeds its bound, the present
 * file becomes `.1`, so that a process leaves at most two files of that size.
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

  /** Appends to the file. Output that a full disk refuses is dropped. */
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
