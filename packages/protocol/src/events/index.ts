export {
  awaitAnswer,
  ChatMessage,
  ChatPartner,
  ChatReport,
  ChatReportSend,
  ChatSend,
  ChatTypingSend,
  tooManyContacts,
  tooManyReports,
  UserId,
} from "./chat.ts";
export {
  type Ack,
  type AckDetails,
  clientEventPayloads,
  type ClientEvents,
} from "./client-events.ts";
export * from "./event-names.ts";
export * from "./feed-events.ts";
export * from "./stream.ts";
export {
  readWatchOptions,
  WatchFilter,
  type WatchGap,
  type WatchHeartbeat,
  type WatchResumed,
  WatchStop,
} from "./watch.ts";
export { Notification, NotificationRead, type NotificationType } from "./notification.ts";
export * from "./presence.ts";
export * from "./server-events.ts";
export {
  readSniffOptions,
  receptionGroupsMax,
  recentMessagesMax,
  SniffFilter,
  SniffOptions,
  SniffReceptions,
  SniffStats,
} from "./sniff.ts";
