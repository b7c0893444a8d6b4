export { connectRealtime, type Realtime, type RealtimeOptions } from "./realtime/realtime.ts";
export type {
  Connection,
  Ended,
  EndCause,
  LossCause,
  WaitCause,
} from "./realtime/connection-status.ts";
export type { FeedOptions } from "./feed/own-feed.ts";
export type { FeedFailure, FeedFailureAnswer, FeedItem } from "./feed/handler-queue.ts";
export type { PositionStore } from "./feed/feed-position.ts";
export type { Patience } from "./realtime/timeouts.ts";
export type { Presence } from "./realtime/presence.ts";
export type { Chat, ChatDraft, Notifications } from "./realtime/session.ts";
export type { Subscription } from "./realtime/subscriptions.ts";
export type { GetToken } from "./realtime/token-refresh.ts";
export { RealtimeError, type RealtimeErrorReason } from "./realtime/realtime-error.ts";
export { createRestClient, type RestClient, type RestOptions } from "./rest/rest-client.ts";
export { RestError } from "./rest/rest-error.ts";
