export { type MessageAccount, accountOf, sumOf, totalOf } from "./account-of-messages.ts";
export { readClock, readServerFacts } from "./accounting.ts";
export type { Bounds } from "./bounds.ts";
export {
  type DiskSpace,
  type JournalBacklog,
  readBacklogs,
  type FoundLedger,
  readLedger,
  readTimeline,
  writeLedger,
} from "./ledgers.ts";
export { measure, type MeasuredAccounting, notStored } from "./measure-accounting.ts";
export { countWaitingWork, type WaitingWork } from "./waiting-work.ts";
export { readWatermarks } from "./watermarks.ts";
