import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { joinLines } from "@jetwire/feeder";
import { createNetwork } from "./network.ts";
import type { NetworkOptions } from "./network.ts";

/** Writes the first lines of a network's story, as fast as the stream takes them. */
export async function printReceptions(
  options: NetworkOptions & { readonly lines: number },
  out: NodeJS.WritableStream,
): Promise<void> {
  const network = createNetwork(options);
  function* lines(): Generator<Buffer> {
    for (let line = 0; line < options.lines; line++) yield joinLines([network.next().bytes]);
  }
  try {
    await pipeline(Readable.from(lines()), out, { end: false });
  } catch (error) {
    // A reader that has seen enough (`| head`) is no failure.
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  }
}
