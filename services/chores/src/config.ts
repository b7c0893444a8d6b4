import {
  databaseVariables,
  integerVariable,
  processVariables,
  redisUrlVariable,
  redisVariables,
} from "@jetwire/runtime";
import { z } from "zod";

/** The variables of the chores service. */
export const ChoresConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  /** A Redis for the jobs alone, so that they and the streams can't fill each other's memory. */
  CHORES_REDIS_URL: redisUrlVariable.optional(),
  /** Days that messages are kept; whole days are dropped. */
  KEEP_MESSAGES_DAYS: integerVariable(1, 36_500).default(365),
  /** Days that the decoders' own objects are kept. */
  KEEP_RAW_DAYS: integerVariable(1, 36_500).default(7),
  /** Days that the counts are kept of which statistics are made; they reach back 366 days. */
  KEEP_COUNTS_DAYS: integerVariable(31, 36_500).default(400),
  /** Days that chat messages are kept. */
  KEEP_CHAT_DAYS: integerVariable(1, 36_500).default(365),
  /** Days that notifications are kept, read or not. */
  KEEP_NOTIFICATIONS_DAYS: integerVariable(1, 36_500).default(90),
  /** Days ahead for which partitions are made: how long this service may be away. */
  CHORES_PARTITION_DAYS_AHEAD: integerVariable(1, 60).default(7),
  /** Minutes of silence that say nothing of a station, however much it brings otherwise. */
  CHORES_SILENT_MINUTES_MIN: integerVariable(1, 1_440).default(15),
  /** Hours of silence after which any station is offline. */
  CHORES_SILENT_HOURS_MAX: integerVariable(1, 720).default(24),
  /** Minutes that an offline station has to be heard before it is online, and each state lasts. */
  CHORES_STEADY_MINUTES: integerVariable(1, 1_440).default(10),
  /** A job whose process was killed is taken over by another after once to twice this time. */
  CHORES_LOCK_MS: integerVariable(500, 600_000).default(30_000),
});
export type ChoresConfig = z.infer<typeof ChoresConfig>;
