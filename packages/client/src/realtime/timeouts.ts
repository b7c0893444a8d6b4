/** How long a realtime connection waits for the server before it counts as stalled, in ms. */
export interface RealtimeTimeouts {
  /** Time from opening the connection to the server's first answer. Default: 10,000. */
  readonly connectMs: number;
  /** Time until a credential or a subscription is confirmed. Default: 15,000. */
  readonly confirmMs: number;
  /**
   * Time without any packet from the server, pings included. Default: null, which derives it from the
   * ping settings that the server announces.
   */
  readonly silenceMs: number | null;
}

export const defaultTimeouts: RealtimeTimeouts = {
  connectMs: 10_000,
  confirmMs: 15_000,
  silenceMs: null,
};
