export interface ExpiryListener {
  /** Called a minute before the end, or at once if less time is left. */
  expiring(expiresAtMs: number): void;
  expired(): void;
}

const warningMs = 60_000;

/**
 * A timer that warns a minute before the end of something, and calls at its end.
 *
 * @param expiresAtMs Unix ms
 */
export function createExpiry(expiresAtMs: number, listener: ExpiryListener) {
  let timers: NodeJS.Timeout[] = [];

  function stop(): void {
    for (const timer of timers) clearTimeout(timer);
  }

  function start(endMs: number): void {
    stop();
    const leftMs = endMs - Date.now();
    timers = [
      setTimeout(() => listener.expiring(endMs), Math.max(0, leftMs - warningMs)),
      setTimeout(() => listener.expired(), Math.max(0, leftMs)),
    ];
  }

  start(expiresAtMs);
  return {
    /** Replaces the end. */
    extend: start,
    stop,
  };
}
