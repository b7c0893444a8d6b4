import {
  databaseVariables,
  integerVariable,
  processVariables,
  redisVariables,
} from "@jetwire/runtime";
import { z } from "zod";

export const PersisterConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  /** Entries of one statement. */
  PERSISTER_BATCH_MAX: integerVariable(1, 10_000).default(1_000),
  /** A statement that takes longer is given up, its outcome unknown, and tried again. */
  PERSISTER_QUERY_MS_MAX: integerVariable(100, 600_000).default(30_000),
});
export type PersisterConfig = z.infer<typeof PersisterConfig>;
