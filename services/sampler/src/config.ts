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
  /** The key of the sampling hash, so that nobody can predict the sample; the same for all replicas. */
  SAMPLER_SECRET: z.string().min(16, "at least 16 characters"),
  /** The share of transmissions that is sampled while the budget allows it. */
  SAMPLER_FRACTION: z.coerce.number<string>().min(0).max(1).default(1),
  /** The most messages per second on the firehose, over all replicas. */
  SAMPLER_EVENTS_PER_SECOND_MAX: integerVariable(1, 10_000).default(50),
  /**
   * The interval of ticks, ms. Gateways write each tick to every viewer, whatever its size: twice the
   * interval nearly halves their work and delays messages by up to the difference.
   */
  SAMPLER_TICK_MS: integerVariable(20, 1_000).default(50),
  /** The most stream entries of one batch. */
  SAMPLER_BATCH_ENTRIES_MAX: integerVariable(1, 5_000).default(500),
});
export type SamplerConfig = z.infer<typeof SamplerConfig>;
