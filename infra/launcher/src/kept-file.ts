import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** What a file of ours holds, or null when it isn't there or isn't JSON. */
export function readKept(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Keeps something that only its owner may read, whole or not at all. */
export function keep(path: string, content: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
