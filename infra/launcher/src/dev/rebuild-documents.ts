import { watch } from "node:fs";
import { join } from "node:path";
import { buildFiles } from "../built-files.ts";

/** Options of `rebuildDocuments`. */
export interface RebuildOptions {
  readonly root: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Changes within this time cause one build. */
const quietMs = 200;

/** Builds the documents again when one changes, until it is disposed of. */
export function rebuildDocuments({ root, print, signal }: RebuildOptions): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const build = () => {
    buildFiles(root, print, signal).catch((error: Error) => print(error.message));
  };
  const watcher = watch(join(root, "docs"), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(build, quietMs);
  });
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
