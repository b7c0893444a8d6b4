/** A watch over a connection that may be dead without having been closed. */
export interface SilenceWatch {
  heard(): void;
  stop(): void;
}

const checksPerSpan = 10;
const secondLookMs = 1_000;

/**
 * Calls back when nothing has been heard for too long.
 *
 * By the wall clock, looked at every so often, because a timer alone stands still with a machine that
 * sleeps: awake again, its connections are long forgotten by the other side, and the timer still has
 * most of its time to go. And only at the second look, because after a sleep, or a busy stretch of
 * this process, timers come before what lies waiting in the socket.
 *
 * @param silentMs how long is too long
 * @param nowMs Unix ms
 */
export function watchSilence(
  silentMs: number,
  stalled: () => void,
  nowMs: () => number = Date.now,
): SilenceWatch {
  const lookMs = Math.ceil(silentMs / checksPerSpan);
  let lastMs = nowMs();
  let timer = setTimeout(look, lookMs);

  function isSilent(): boolean {
    return nowMs() - lastMs > silentMs;
  }
  function look(): void {
    timer = isSilent()
      ? setTimeout(lookAgain, Math.min(lookMs, secondLookMs))
      : setTimeout(look, lookMs);
  }
  function lookAgain(): void {
    if (isSilent()) stalled();
    else look();
  }

  return {
    heard() {
      lastMs = nowMs();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
