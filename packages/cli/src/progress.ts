import type { Writable } from "node:stream";
import { SingleBar } from "cli-progress";

/** A progress display. */
export interface Progress extends Disposable {
  update(bytes: number, lines: number): void;
}

/**
 * Shows a bar with the rate and the remaining time on a terminal, and nothing in a file or pipe.
 *
 * @param total bytes of the input; null if unknown, so that only lines are counted
 * @param unit what is counted besides
 */
export function showProgress(output: Writable, total: number | null, unit = "lines"): Progress {
  const format =
    total === null
      ? `  {lines} ${unit} · {rate}/s · {duration_formatted}`
      : `  {bar} {percentage}% · {lines} ${unit} · {rate}/s · {eta_formatted}`;
  const bar = new SingleBar({
    stream: output,
    format,
    barCompleteChar: "━",
    barIncompleteChar: " ",
    hideCursor: true,
    fps: 5,
  });
  const beganMs = performance.now();
  const rate = (lines: number) =>
    Math.round((lines * 1_000) / Math.max(1, performance.now() - beganMs));
  bar.start(total ?? 0, 0, { lines: 0, rate: 0 });
  return {
    update: (bytes, lines) =>
      bar.update(total === null ? 0 : Math.min(bytes, total), { lines, rate: rate(lines) }),
    [Symbol.dispose]: () => bar.stop(),
  };
}
