import { hash } from "node:crypto";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { CliError } from "../../cli-error.ts";

const Position = z.object({
  /** A digest of the first bytes of the file, to recognize it; SQLite changes its own. */
  head: z.string(),
  headBytes: z.int().min(0),
  /** The last line that was imported. */
  line: z.int().min(0),
});
const Positions = z.record(z.string(), Position);

const headBytesMax = 4_096;

/** How far files were imported, in a file beside them. */
export type PositionFile = Awaited<ReturnType<typeof openPositionFile>>;

/**
 * Opens the file of positions, which is made if it does not exist.
 *
 * @param cwd the folder to which paths are relative
 * @throws CliError if it is no file of positions
 */
export async function openPositionFile(path: string, cwd: string) {
  const positions = await readPositions(path);
  return {
    /** Returns the last imported line of a file; 0 if it was not imported, or if the path has another file now. */
    async lineOf(file: string): Promise<number> {
      const known = positions[resolve(cwd, file)];
      if (known === undefined) return 0;
      return (await headOf(resolve(cwd, file), known.headBytes)).head === known.head
        ? known.line
        : 0;
    },
    /** Records the last imported line. @throws CliError if it cannot be written */
    async save(file: string, line: number): Promise<void> {
      const known = positions[resolve(cwd, file)];
      const head =
        known !== undefined && known.line < line
          ? known
          : await headOf(resolve(cwd, file), headBytesMax);
      positions[resolve(cwd, file)] = { head: head.head, headBytes: head.headBytes, line };
      try {
        await writeFile(`${path}.new`, `${JSON.stringify(positions, null, 2)}\n`);
        await rename(`${path}.new`, path);
      } catch (error) {
        const message = `the position cannot be written to ${path}: choose another file with --position`;
        throw new CliError("usage", message, { cause: error });
      }
    },
  };
}

async function readPositions(path: string): Promise<z.infer<typeof Positions>> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return {};
  try {
    return Positions.parse(JSON.parse(text));
  } catch (error) {
    throw new CliError("usage", `--position: ${path} is not a file of positions`, { cause: error });
  }
}

async function headOf(path: string, bytesMax: number) {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    const head = buffer.subarray(0, bytesRead);
    const isSqlite = head.toString("latin1", 0, 6) === "SQLite";
    return { head: isSqlite ? "sqlite" : hash("sha256", head, "hex"), headBytes: bytesRead };
  } finally {
    await handle.close();
  }
}
