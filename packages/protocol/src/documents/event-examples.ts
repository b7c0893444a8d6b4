import authExpiring from "../../fixtures/events/auth-expiring.json" with { type: "json" };
import chatAuthenticated from "../../fixtures/events/chat-authenticated.json" with { type: "json" };
import chatError from "../../fixtures/events/chat-error.json" with { type: "json" };
import chatMessageNew from "../../fixtures/events/chat-message-new.json" with { type: "json" };
import chatThreadRead from "../../fixtures/events/chat-thread-read.json" with { type: "json" };
import chatTyping from "../../fixtures/events/chat-typing.json" with { type: "json" };
import error from "../../fixtures/events/error.json" with { type: "json" };
import feedAuthenticated from "../../fixtures/events/feed-authenticated.json" with { type: "json" };
import feedError from "../../fixtures/events/feed-error.json" with { type: "json" };
import feedGap from "../../fixtures/events/feed-gap.json" with { type: "json" };
import feedMessage from "../../fixtures/events/feed-message.json" with { type: "json" };
import feedResumed from "../../fixtures/events/feed-resumed.json" with { type: "json" };
import message from "../../fixtures/events/message.json" with { type: "json" };
import messageDecoded from "../../fixtures/events/message-decoded.json" with { type: "json" };
import messageAssembled from "../../fixtures/events/message-assembled.json" with { type: "json" };
import sniffRecent from "../../fixtures/events/messages-sniff-recent.json" with { type: "json" };
import sniffReceptions from "../../fixtures/events/messages-sniff-receptions.json" with { type: "json" };
import sniffStarted from "../../fixtures/events/messages-sniff-started.json" with { type: "json" };
import sniffStats from "../../fixtures/events/messages-sniff-stats.json" with { type: "json" };
import sniffStopped from "../../fixtures/events/messages-sniff-stopped.json" with { type: "json" };
import feedHeartbeat from "../../fixtures/events/feed-heartbeat.json" with { type: "json" };
import watchStarted from "../../fixtures/events/messages-watch-started.json" with { type: "json" };
import watchMessage from "../../fixtures/events/messages-watch-message.json" with { type: "json" };
import watchResumed from "../../fixtures/events/messages-watch-resumed.json" with { type: "json" };
import watchGap from "../../fixtures/events/messages-watch-gap.json" with { type: "json" };
import watchHeartbeat from "../../fixtures/events/messages-watch-heartbeat.json" with { type: "json" };
import watchStopped from "../../fixtures/events/messages-watch-stopped.json" with { type: "json" };
import notificationNew from "../../fixtures/events/notification-new.json" with { type: "json" };
import presenceSnapshot from "../../fixtures/events/presence-snapshot.json" with { type: "json" };
import presenceUpdate from "../../fixtures/events/presence-update.json" with { type: "json" };
import monitorData from "../../fixtures/events/station-monitor-data.json" with { type: "json" };
import monitorStarted from "../../fixtures/events/station-monitor-started.json" with { type: "json" };
import monitorStopped from "../../fixtures/events/station-monitor-stopped.json" with { type: "json" };
import type { serverEventPayloads } from "../events/server-events.ts";

/** An example payload of each event; tests compare servers with them. */
export const eventExamples = {
  "auth:expiring": authExpiring.payload,
  "chat:authenticated": chatAuthenticated.payload,
  "chat:error": chatError.payload,
  "chat:message:new": chatMessageNew.payload,
  "chat:thread:read": chatThreadRead.payload,
  "chat:typing": chatTyping.payload,
  error: error.payload,
  "feed:authenticated": feedAuthenticated.payload,
  "feed:error": feedError.payload,
  "feed:gap": feedGap.payload,
  "feed:message": feedMessage.payload,
  "feed:resumed": feedResumed.payload,
  message: message.payload,
  "message:assembled": messageAssembled.payload,
  "message:decoded": messageDecoded.payload,
  "messages:sniff:receptions": sniffReceptions.payload,
  "messages:sniff:recent": sniffRecent.payload,
  "messages:sniff:started": sniffStarted.payload,
  "messages:sniff:stats": sniffStats.payload,
  "messages:sniff:stopped": sniffStopped.payload,
  "feed:heartbeat": feedHeartbeat.payload,
  "messages:watch:started": watchStarted.payload,
  "messages:watch:message": watchMessage.payload,
  "messages:watch:resumed": watchResumed.payload,
  "messages:watch:gap": watchGap.payload,
  "messages:watch:heartbeat": watchHeartbeat.payload,
  "messages:watch:stopped": watchStopped.payload,
  "notification:new": notificationNew.payload,
  "presence:snapshot": presenceSnapshot.payload,
  "presence:update": presenceUpdate.payload,
  "station:monitor:data": monitorData.payload,
  "station:monitor:started": monitorStarted.payload,
  "station:monitor:stopped": monitorStopped.payload,
} satisfies Record<keyof typeof serverEventPayloads, unknown>;
