import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Logger } from "@jetwire/runtime";
import { z } from "zod";

const Numbers = z.record(z.string(), z.int().nonnegative());
/** The number of the line that each output takes next, by the name of the output. */
export type OutputNumbers = Readonly<z.infer<typeof Numbers>>;

/**
 * Opens the file with the positions of outputs. It is written in place by one call of the system, which the end of the
 * process cannot cut. If the power fails meanwhile and it is lost, outputs begin at the oldest line.
 */
export async function openStateFile(path: string, log: Logger) {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const text = await file.readFile("utf8");
  let written = text;
  return {
    known: readNumbers(text, path, log),
    async write(numbers: OutputNumbers): Promise<void> {
      const next = `${JSON.stringify(numbers)}\n`;
      if (next === written) return;
      // Shorter text may follow longer one: the rest stays blank.
      await file.write(next.padEnd(written.length), 0);
      written = next.padEnd(written.length);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

function readNumbers(text: string, path: string, log: Logger): OutputNumbers | null {
  if (text.trim() === "") return {};
  try {
    return Numbers.parse(JSON.parse(text));
  } catch (error) {
    log.error({ err: error, path }, "positions of outputs are lost, beginning at the oldest line");
    return null;
  }
}
