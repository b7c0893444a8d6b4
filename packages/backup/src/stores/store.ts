/** A file of a store. */
interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly changedAtMs: number;
}

/** A place for back-ups: a folder, or a part of a bucket of S3. */
export interface Store {
  /** Says where it is, without secrets. */
  readonly address: string;
  /** Lists all files, at most `filesMax`. */
  list(): Promise<readonly StoredFile[]>;
  /** Writes a whole file, or none if the source or the store fails. */
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Reads a file from its beginning. @throws Error if there is none. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Removes a file, if it is there. */
  remove(name: string): Promise<void>;
}

/** More files than the back-ups of any rotation have. A store with more of them is something else. */
export const filesMax = 10_000;

/** Refuses a store that has too many files. */
export function checkCount(count: number, address: string): void {
  if (count <= filesMax) return;
  throw new Error(`${address} has more than ${filesMax} files: use a folder or prefix of its own`);
}
