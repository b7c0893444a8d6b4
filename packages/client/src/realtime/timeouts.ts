/** How long a realtime connection waits for what has to come, before it is given up as stalled. */
export interface Patience {
  /** From dialling until the server has answered; 10 s unless told. */
  readonly connectMs: number;
  /** Until a credential, or a subscription, is confirmed; 15 s unless told. */
  readonly confirmMs: number;
  /** Without a word of the server, its pings included; unless told as long as it says itself. */
  readonly silentMs: number | null;
}

export const usualPatience: Patience = { connectMs: 10_000, confirmMs: 15_000, silentMs: null };

/** @throws when the work isn't done in time; it goes on, and nobody hears of its end. */
export async function inTime<Value>(
  work: Value | Promise<Value>,
  msMax: number,
  what: string,
): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: not within ${msMax} ms`)), msMax);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
