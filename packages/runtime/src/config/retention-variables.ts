import { integerVariable } from "./config.ts";

/** How long data are kept, in days: chores deletes what is older, and rest tells people. */
export const retentionVariables = {
  /** How long messages are kept, days; whole days are dropped. */
  KEEP_MESSAGES_DAYS: integerVariable(1, 36_500).default(365),
  /** How long the decoders' raw objects are kept, days. */
  KEEP_RAW_DAYS: integerVariable(1, 36_500).default(7),
  /** How long hourly counts are kept, days; statistics reach back 366 days. */
  KEEP_COUNTS_DAYS: integerVariable(31, 36_500).default(400),
  /** How long chat messages are kept, days. */
  KEEP_CHAT_DAYS: integerVariable(1, 36_500).default(365),
  /** How long notifications are kept, days, read or not. */
  KEEP_NOTIFICATIONS_DAYS: integerVariable(1, 36_500).default(90),
  /** How long the audit log is kept, days. */
  KEEP_AUDIT_DAYS: integerVariable(30, 36_500).default(400),
};
