import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

/** The input of a command, with its size in bytes if it is known. */
export interface InputStream {
  readonly stream: Readable;
  readonly size: number | null;
}

/** Opens a file, or standard input for `-`. @throws CliError if there is no such file. */
export async function openInput(terminal: Terminal, file: string): Promise<InputStream> {
  if (file === "-") return { stream: terminal.stdin, size: null };
  const path = resolve(terminal.cwd, file);
  const found = await stat(path).catch(() => null);
  if (found === null || found.isDirectory()) {
    throw new CliError("not_found", `file not found: ${file}`);
  }
  return { stream: createReadStream(path), size: found.isFile() ? found.size : null };
}
