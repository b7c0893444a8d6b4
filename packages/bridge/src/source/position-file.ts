import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Logger } from "@jetwire/runtime";
import { z } from "zod";

const Position = z.object({ stream: z.string(), after: z.string() });

/**
 * Keeps the position in a stream.
 *
 * @param stream names the stream; a position in another one is not used
 */
export function createPositionFile(path: string, stream: string, log: Logger) {
  return {
    /** Returns the id of the last message that was saved; null if there is none. */
    async load(): Promise<string | null> {
      try {
        const saved = Position.parse(JSON.parse(await readFile(path, "utf8")));
        return saved.stream === stream ? saved.after : null;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
        log.error({ err: error, path }, "the position is lost, beginning with new messages");
        return null;
      }
    },
    /** Replaces the file, which is whole at any time. */
    async save(after: string): Promise<void> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const next = `${path}.new`;
      {
        await using file = await open(next, "w", 0o600);
        await file.writeFile(`${JSON.stringify({ stream, after })}\n`);
        await file.datasync();
      }
      await rename(next, path);
    },
  };
}
