import type { RedisScope } from "../redis-scope.ts";
import type { BenchMessage } from "./bench-messages.ts";

/** Sends a tick's messages on their way to clients; one kind a file. */
export type Send = (messages: readonly BenchMessage[]) => unknown;

/** What a sender is started with. */
export interface SenderSettings extends RedisScope {
  readonly kind: SenderKind;
  /** Rooms that traffic is spread over. */
  readonly rooms: number;
  /** The room, or the station, where it all goes to one. */
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
