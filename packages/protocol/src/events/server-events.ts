import { z } from "zod";
import { ChatMessage, ChatThreadRead, ChatTyping } from "./chat.ts";
import { EnrichedMessage } from "../message/enriched-message.ts";
import { FeedAuthenticated, FeedGap, FeedResumed } from "./feed-events.ts";
import { Message, Instant } from "../message/message.ts";
import { Whole } from "../message/whole.ts";
import { Notification } from "./notification.ts";
import { PresenceSnapshot, PresenceUpdate } from "./presence.ts";
import { SniffReceptions, SniffRecent, SniffStats } from "./sniff.ts";
import { serverEvent } from "./event-names.ts";
import {
  FeedHeartbeat,
  WatchedMessage,
  WatchGap,
  WatchHeartbeat,
  WatchResumed,
  WatchStarted,
  WatchStopped,
} from "./watch.ts";
import { StationId, StationName } from "../message/station.ts";

/** `auth:expiring`: when the session ends, unless a newer token is sent with `auth:refresh`. */
const AuthExpiring = z.strictObject({ expiresAt: Instant });
type AuthExpiring = z.infer<typeof AuthExpiring>;

/** The payload of every error event. */
const ErrorPayload = z.strictObject({ message: z.string() });

/** `chat:authenticated`: the user of the session. */
const ChatAuthenticated = z.strictObject({ userId: z.string() });

/** `messages:sniff:started` and `messages:sniff:stopped`. */
const SniffAck = z.strictObject({ browserId: z.string() });

/** `station:monitor:started`. */
const MonitorStarted = z.strictObject({ browserId: z.string(), station: StationName });

/** `station:monitor:data`. */
export const MonitorData = z.strictObject({
  station: StationName,
  stationId: StationId,
  newMessages: z.array(Message),
});
export type MonitorData = z.infer<typeof MonitorData>;

/** `station:monitor:stopped`. */
const MonitorStopped = z.strictObject({ browserId: z.string(), stationId: StationId });

/** Payload schemas by event name; validation, documents and golden fixtures derive from them. */
export const serverEventPayloads = {
  [serverEvent.feedAuthenticated]: FeedAuthenticated,
  [serverEvent.feedMessage]: Message,
  [serverEvent.feedResumed]: FeedResumed,
  [serverEvent.feedGap]: FeedGap,
  [serverEvent.feedHeartbeat]: FeedHeartbeat,
  [serverEvent.feedError]: ErrorPayload,
  [serverEvent.message]: EnrichedMessage,
  [serverEvent.messageAssembled]: Whole,
  [serverEvent.messageDecoded]: EnrichedMessage,
  [serverEvent.sniffStarted]: SniffAck,
  [serverEvent.sniffStopped]: SniffAck,
  [serverEvent.sniffRecent]: SniffRecent,
  [serverEvent.sniffStats]: SniffStats,
  [serverEvent.sniffReceptions]: SniffReceptions,
  [serverEvent.watchStarted]: WatchStarted,
  [serverEvent.watchMessage]: WatchedMessage,
  [serverEvent.watchResumed]: WatchResumed,
  [serverEvent.watchGap]: WatchGap,
  [serverEvent.watchHeartbeat]: WatchHeartbeat,
  [serverEvent.watchStopped]: WatchStopped,
  [serverEvent.monitorStarted]: MonitorStarted,
  [serverEvent.monitorData]: MonitorData,
  [serverEvent.monitorStopped]: MonitorStopped,
  [serverEvent.chatAuthenticated]: ChatAuthenticated,
  [serverEvent.chatMessageNew]: ChatMessage,
  [serverEvent.chatThreadRead]: ChatThreadRead,
  [serverEvent.chatTyping]: ChatTyping,
  [serverEvent.chatError]: ErrorPayload,
  [serverEvent.presenceSnapshot]: PresenceSnapshot,
  [serverEvent.presenceUpdate]: PresenceUpdate,
  [serverEvent.notificationNew]: Notification,
  [serverEvent.authExpiring]: AuthExpiring,
  [serverEvent.error]: ErrorPayload,
} as const;

/** Socket.IO's type map of the events that the server emits. */
export type ServerEvents = {
  [Name in keyof typeof serverEventPayloads]: (
    payload: z.infer<(typeof serverEventPayloads)[Name]>,
  ) => void;
};
