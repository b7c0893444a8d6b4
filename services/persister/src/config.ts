import {
  databaseVariables,
  integerVariable,
  processVariables,
  redisVariables,
} from "@jetwire/runtime";
import { z } from "zod";

/** The environment variables of the persister. */
export const PersisterConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  /** Entries per statement. */
  PERSISTER_BATCH_MAX: integerVariable(1, 10_000).default(1_000),
  /** Longest time of a statement, ms. A slower one is cancelled and retried. */
  PERSISTER_QUERY_MS_MAX: integerVariable(100, 600_000).default(30_000),
});
export type PersisterConfig = z.infer<typeof PersisterConfig>;
