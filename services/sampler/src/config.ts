import {
  databaseVariables,
  integerVariable,
  processVariables,
  redisVariables,
} from "@jetwire/runtime";
import { z } from "zod";

export const SamplerConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  /** Keys the choice of what is sampled, so that nobody can predict it; the same for all replicas. */
  SAMPLER_SECRET: z.string().min(16, "at least 16 characters"),
  /** The share of transmissions that is shown while the budget allows it. */
  SAMPLER_FRACTION: z.coerce.number<string>().min(0).max(1).default(1),
  /** Messages a second on the firehose, over all replicas. */
  SAMPLER_EVENTS_PER_SECOND_MAX: integerVariable(1, 10_000).default(50),
  /**
   * How often gateways get what was chosen since, ms. Each is a write to each viewer, whatever is in it:
   * half as often costs gateways little more than half, and viewers wait a moment longer.
   */
  SAMPLER_TICK_MS: integerVariable(20, 1_000).default(50),
  /** Entries of the stream taken at once. */
  SAMPLER_BATCH_ENTRIES_MAX: integerVariable(1, 5_000).default(500),
});
export type SamplerConfig = z.infer<typeof SamplerConfig>;
