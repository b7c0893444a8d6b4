export {
  count,
  deleteFeedLogRemovals,
  type FeedLogRemoval,
  isRedacted,
  listFeedLogRemovals,
  listRecent,
  type RecentRedaction,
  type RedactedMessage,
  redactedMax,
  redact,
  type RedactionTarget,
} from "./redactions.ts";
