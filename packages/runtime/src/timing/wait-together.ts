/** Waits of a quarter of a second or more end at a multiple of this, so that they wake the process together. */
const togetherMs = 250;

/**
 * Returns how long to wait for about `ms`, so that other work ends its wait at the same time: each wake-up of a process
 * costs more than most of such work. A wait of a second or more is never early, and at most 250 ms late. One of 250 ms or
 * more may be early the first time, and is at most a quarter late. A shorter one stays as it is.
 */
export function waitTogetherMs(ms: number, nowMs: number): number {
  if (ms < togetherMs) return ms;
  const latestMs = nowMs + ms + Math.min(ms / 4, togetherMs);
  return Math.floor(latestMs / togetherMs) * togetherMs - nowMs;
}
