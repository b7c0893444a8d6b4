/** Detects a connection that is dead without having been closed. */
export interface SilenceWatch {
  /** Records that the server sent something. */
  received(): void;
  stop(): void;
}

const checksPerSpan = 10;
const secondCheckMs = 1_000;

/**
 * Calls `onSilent` once nothing has been received for longer than `silenceMs`.
 *
 * Time is read from the wall clock at intervals, because timers stop while a machine sleeps: after it
 * wakes up, its connections are long closed by the server, and a plain timer would still have most of
 * its time to run. Silence counts only at a second check, because after a sleep, or when the process
 * was busy, timers run before the packets that wait in the socket.
 *
 * @param nowMs returns Unix ms
 */
export function watchSilence(
  silenceMs: number,
  onSilent: () => void,
  nowMs: () => number = Date.now,
): SilenceWatch {
  const checkMs = Math.ceil(silenceMs / checksPerSpan);
  let lastMs = nowMs();
  let timer = setTimeout(check, checkMs);

  function isSilent(): boolean {
    return nowMs() - lastMs > silenceMs;
  }
  function check(): void {
    timer = isSilent()
      ? setTimeout(checkAgain, Math.min(checkMs, secondCheckMs))
      : setTimeout(check, checkMs);
  }
  function checkAgain(): void {
    if (isSilent()) onSilent();
    else check();
  }

  return {
    received() {
      lastMs = nowMs();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
