/** One listener's subscription to a channel. */
export interface ChannelSubscription {
  /** Resolves once Redis has confirmed the channel; rejects only when the connection is closed. */
  readonly ready: Promise<void>;
  /** Removes the listener; with the last one, the channel is unsubscribed. */
  close(): void;
}

export type ChannelListener = (message: Buffer) => void;

/**
 * Sharded channels over one connection, counted by reference: many listeners of a channel share one
 * subscription in Redis. Messages published while the connection is down are lost without notice;
 * a listener that needs all of them has to check a position.
 */
export interface Channels {
  subscribe(channel: string, listener: ChannelListener): ChannelSubscription;
  /** Resolves once everything that was published before the call has been received. */
  caughtUp(): Promise<void>;
  /** Calls back whenever all channels are subscribed again after the connection was down. */
  onReconnect(listener: () => void): void;
}
