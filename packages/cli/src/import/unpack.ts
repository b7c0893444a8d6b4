import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CliError } from "../cli-error.ts";
import { peek } from "./peek-line.ts";

/**
 * Returns the bytes of an input, and unpacks gzip, whatever the name of the file.
 *
 * @param onRead receives the size of each chunk of the input itself
 * @throws CliError for a zip archive, because it may contain many files
 */
export async function unpack(input: Readable, onRead: (bytes: number) => void): Promise<Readable> {
  const { head, stream } = await peek(counted(input, onRead), (bytes) => bytes.length >= 2);
  const magic = head.subarray(0, 2).toString("latin1");
  if (magic === "PK") throw new CliError("usage", "the file is a zip archive: unpack it first");
  if (magic !== "\u001f\u008b") return stream;
  // A broken archive destroys the unpacked stream with its error, which its reader gets.
  return pipeline(stream, createGunzip(), () => {});
}

async function* counted(
  input: Readable,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of input as AsyncIterable<Uint8Array>) {
    onRead(chunk.length);
    yield chunk;
  }
}
