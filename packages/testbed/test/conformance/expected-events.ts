import type { EventName } from "./event-check.ts";

/** The events that each family of the suite must receive, so that the shape of each is tested. */
export const expectedEvents = {
  connection: [
    "feed:authenticated",
    "feed:error",
    "chat:authenticated",
    "chat:error",
    "presence:snapshot",
  ],
  ownFeed: ["feed:authenticated", "feed:message", "feed:resumed", "feed:gap", "message:assembled"],
  firehose: [
    "message",
    "messages:sniff:started",
    "messages:sniff:stopped",
    "messages:sniff:recent",
    "messages:sniff:stats",
    "messages:sniff:receptions",
    "message:decoded",
  ],
  watch: [
    "feed:heartbeat",
    "messages:watch:started",
    "messages:watch:message",
    "messages:watch:resumed",
    "messages:watch:gap",
    "messages:watch:heartbeat",
    "messages:watch:stopped",
    "error",
  ],
  stationMonitor: [
    "station:monitor:started",
    "station:monitor:data",
    "station:monitor:stopped",
    "error",
  ],
  userSession: [
    "chat:authenticated",
    "presence:snapshot",
    "presence:update",
    "chat:message:new",
    "chat:thread:read",
    "chat:typing",
    "chat:error",
    "notification:new",
    "auth:expiring",
  ],
  limits: ["error", "chat:error"],
} as const satisfies Record<string, readonly EventName[]>;
