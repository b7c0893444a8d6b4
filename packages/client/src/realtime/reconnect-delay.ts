const boundMsFirst = 1_000;
const boundMsMax = 15_000;
const delayMsMin = 100;

/**
 * Returns how long to wait before connecting again, in ms: a random time up to a bound that doubles
 * from 1 s to 15 s, so that the clients of a stopped gateway do not all reconnect at once.
 *
 * @param failures failed attempts since the last connection that lasted; 0 at first
 * @param random from 0 to 1
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const boundMs = Math.min(boundMsMax, boundMsFirst * 2 ** failures);
  return Math.round(delayMsMin + random * (boundMs - delayMsMin));
}
