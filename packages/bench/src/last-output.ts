import type { Readable } from "node:stream";

const charsMax = 4_000;

/** Reads streams to their ends, and keeps what came last. Returns a function that returns it, at most 4,000 characters. */
export function keepLastOutput(...streams: readonly Readable[]): () => string {
  let output = "";
  for (const stream of streams) {
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-charsMax);
    });
  }
  return () => output;
}
