const firstMs = 1_000;
const lastMs = 15_000;
const leastMs = 100;

/**
 * How long to wait before connecting again: anything up to a bound that doubles from a second to
 * fifteen, so that the clients of a gateway that went don't all come back at the same moment.
 *
 * @param failures attempts since the last connection that lasted, none at first
 * @param random from 0 up to 1
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const boundMs = Math.min(lastMs, firstMs * 2 ** failures);
  return Math.round(leastMs + random * (boundMs - leastMs));
}
