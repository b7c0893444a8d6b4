import type { RedisScope } from "../redis-scope.ts";
import type { BenchMessage } from "./bench-messages.ts";

/** Sends the messages of a tick. */
export type Send = (messages: readonly BenchMessage[]) => unknown;

/** Settings of a sender. */
export interface SenderSettings extends RedisScope {
  readonly kind: SenderKind;
  /** Number of rooms that messages are spread over. */
  readonly rooms: number;
  /** The station, if all messages go to one. */
  readonly stationId: number;
}

export type SenderKind =
  | "firehose"
  | "channel-messages"
  | "channel-ticks"
  | "stock-firehose"
  | "monitor"
  | "stock-monitor"
  | "stock-monitor-singly"
  | "presence"
  | "stock-presence"
  | "unwatched"
  | "unwatched-rooms"
  | "stock-unwatched-rooms";
