/** Names of the events a client sends. */
export const clientEvent = {
  sniff: "messages:sniff",
  sniffStop: "messages:sniff:stop",
  watchStart: "messages:watch:start",
  watchStop: "messages:watch:stop",
  monitorStart: "station:monitor:start",
  monitorStop: "station:monitor:stop",
  chatMessageSend: "chat:message:send",
  chatThreadRead: "chat:thread:read",
  chatTyping: "chat:typing",
  chatBlock: "chat:block",
  chatUnblock: "chat:unblock",
  chatReport: "chat:report",
  notificationRead: "notification:read",
  authRefresh: "auth:refresh",
} as const;

/** Names of the events a server sends. Each is emitted with exactly one argument. */
export const serverEvent = {
  feedAuthenticated: "feed:authenticated",
  feedMessage: "feed:message",
  feedResumed: "feed:resumed",
  feedGap: "feed:gap",
  feedHeartbeat: "feed:heartbeat",
  feedError: "feed:error",
  message: "message",
  messageAssembled: "message:assembled",
  messageDecoded: "message:decoded",
  sniffStarted: "messages:sniff:started",
  sniffStopped: "messages:sniff:stopped",
  sniffRecent: "messages:sniff:recent",
  sniffStats: "messages:sniff:stats",
  sniffReceptions: "messages:sniff:receptions",
  watchStarted: "messages:watch:started",
  watchMessage: "messages:watch:message",
  watchResumed: "messages:watch:resumed",
  watchGap: "messages:watch:gap",
  watchHeartbeat: "messages:watch:heartbeat",
  watchStopped: "messages:watch:stopped",
  monitorStarted: "station:monitor:started",
  monitorData: "station:monitor:data",
  monitorStopped: "station:monitor:stopped",
  chatAuthenticated: "chat:authenticated",
  chatMessageNew: "chat:message:new",
  chatThreadRead: "chat:thread:read",
  chatTyping: "chat:typing",
  chatError: "chat:error",
  presenceSnapshot: "presence:snapshot",
  presenceUpdate: "presence:update",
  notificationNew: "notification:new",
  authExpiring: "auth:expiring",
  error: "error",
} as const;

/** The error message of every realtime rate limit, fixed by the public contract. */
export const rateLimitExceeded = "Rate limit exceeded";
/** The error message while a service that the gateway needs is unavailable. The client tries again. */
export const serviceUnavailable = "Service unavailable";
/** The error message after a failure of the gateway itself. The client tries again. */
export const internalError = "Internal error";
/** The message of `chat:error` when a session ends because its token has expired. */
export const tokenExpired = "Token expired";

/** The most messages that a resume replays from Postgres. Clients that missed more read them by REST. */
export const resumeMessagesMax = 50_000;
