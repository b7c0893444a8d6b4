import type { Writable } from "node:stream";
import { SingleBar } from "cli-progress";

/** A progress display. */
export interface Progress extends Disposable {
  update(bytes: number, lines: number): void;
}

/**
 * Shows a bar on a terminal, and nothing in a file or pipe.
 *
 * @param total bytes of the input; null if unknown, so that only lines are counted
 * @param unit what is counted besides
 */
export function showProgress(output: Writable, total: number | null, unit = "lines"): Progress {
  const format =
    total === null
      ? `  {lines} ${unit} · {duration_formatted}`
      : `  {bar} {percentage}% · {lines} ${unit} · {eta_formatted}`;
  const bar = new SingleBar({
    stream: output,
    format,
    barCompleteChar: "━",
    barIncompleteChar: " ",
    hideCursor: true,
    fps: 5,
  });
  bar.start(total ?? 0, 0, { lines: 0 });
  return {
    update: (bytes, lines) => bar.update(total === null ? 0 : Math.min(bytes, total), { lines }),
    [Symbol.dispose]: () => bar.stop(),
  };
}
