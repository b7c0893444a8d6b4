import {
  databaseVariables,
  integerVariable,
  processVariables,
  redisVariables,
} from "@jetwire/runtime";
import { z } from "zod";

export const FanoutConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  /** The most stream entries of one batch. */
  FANOUT_BATCH_ENTRIES_MAX: integerVariable(1, 5_000).default(500),
  /** The most messages that an account's feed log keeps for clients that lag behind. */
  FANOUT_FEED_ENTRIES_MAX: integerVariable(100, 1_000_000).default(50_000),
  /** How long a feed log keeps a message, hours. */
  FANOUT_FEED_HOURS_MAX: integerVariable(1, 24 * 30).default(24),
});
export type FanoutConfig = z.infer<typeof FanoutConfig>;
