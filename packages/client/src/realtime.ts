/* The realtime part alone: types of payloads, no schemas and no REST, for the first script of a page. */
export { connectRealtime, type Realtime, type RealtimeOptions } from "./realtime/realtime.ts";
export type {
  ConnectionStatus,
  EndCause,
  EndedStatus,
  LossCause,
  WaitCause,
} from "./realtime/connection-status.ts";
export type { FeedOptions } from "./feed/own-feed.ts";
export type { FeedFailure, FeedFailureAction, FeedItem } from "./feed/handler-queue.ts";
export type { PositionStore } from "./feed/feed-position.ts";
export type { RealtimeTimeouts } from "./realtime/timeouts.ts";
export type { Presence } from "./realtime/presence.ts";
export type { Chat, ChatDraft, Notifications } from "./realtime/chat.ts";
export type { Subscription } from "./realtime/subscriptions.ts";
export type { Watch, WatchOptions } from "./realtime/watches.ts";
export type { GetToken } from "./realtime/token-refresh.ts";
export { RealtimeError, type RealtimeErrorReason } from "./realtime/realtime-error.ts";
