const firstMs = 200;
const mostMs = 10_000;

/**
 * How long to wait before a process is started again: 0.2 s, doubled with every failure in a row,
 * 10 s at most.
 *
 * @param failuresInRow 1 for the first.
 */
export function backoffMs(failuresInRow: number): number {
  return Math.min(firstMs * 2 ** Math.max(failuresInRow - 1, 0), mostMs);
}
