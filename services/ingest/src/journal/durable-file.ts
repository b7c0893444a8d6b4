import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Logger } from "@jetwire/runtime";
import type { z } from "zod";

/** Replaces a small JSON file atomically; it is on disk when this returns. */
export async function writeJsonDurably(path: string, content: unknown): Promise<void> {
  {
    await using file = await open(`${path}.new`, "w", 0o600);
    await file.writeFile(`${JSON.stringify(content)}\n`);
    await file.sync();
  }
  await rename(`${path}.new`, path);
  await syncDirectory(dirname(path));
}

/**
 * Reads a file that `writeJsonDurably` wrote. A malformed file is renamed to `<name>.damaged`.
 *
 * @returns its content, or null if it is missing or malformed.
 * @throws the error of the file system if it cannot be read.
 */
export async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  log: Logger,
): Promise<z.infer<Schema> | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    await rename(path, `${path}.damaged`);
    log.error({ path, err: error }, "a file of the journal is malformed, continuing without it");
    return null;
  }
}

/** Makes the names of a directory's files durable. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, "r");
  await handle.sync();
}
