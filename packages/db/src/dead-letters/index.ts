export {
  add,
  count,
  type DeadLetter,
  type DeadLetterSelection,
  drop,
  droppedMax,
  list,
  readAll,
  sample,
  type StoredDeadLetter,
} from "./dead-letters.ts";
export { askForRetry, deleteRetryCounts, readRetries, retryAsked } from "./retry-dead-letters.ts";
