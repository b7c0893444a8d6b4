import type { Readable, Writable } from "node:stream";

/** Streams, environment and folder of a command line; tests pass their own. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}
