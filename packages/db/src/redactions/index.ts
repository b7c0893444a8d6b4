export {
  count,
  deleteFeedLogRemovals,
  type FeedLogRemoval,
  findRedacted,
  isRedacted,
  listFeedLogRemovals,
  listRecent,
  type RecentRedaction,
  type RedactedMessage,
  redactedMax,
  redact,
  type RedactedRange,
} from "./redactions.ts";
