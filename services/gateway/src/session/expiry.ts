/** Ends something at its time, with a warning before. */
export interface Expiry {
  /** From now on another time counts. */
  extend(expiresAtMs: number): void;
  stop(): void;
}

export interface ExpirySteps {
  /** Unix ms. */
  now(): number;
  /** It ends in a minute, or in less when it doesn't last that long. */
  expiring(expiresAtMs: number): void;
  expired(): void;
}

const warningMs = 60_000;

export function createExpiry(expiresAtMs: number, steps: ExpirySteps): Expiry {
  let timers: NodeJS.Timeout[] = [];

  function stop(): void {
    for (const timer of timers) clearTimeout(timer);
  }

  function start(endsMs: number): void {
    stop();
    const leftMs = endsMs - steps.now();
    timers = [
      setTimeout(() => steps.expiring(endsMs), Math.max(0, leftMs - warningMs)),
      setTimeout(() => steps.expired(), Math.max(0, leftMs)),
    ];
  }

  start(expiresAtMs);
  return { extend: start, stop };
}
