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
  type RedactedRange,
} from "./redactions.ts";
