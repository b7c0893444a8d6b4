import { z } from "zod";
import { Instant } from "../message/message.ts";

/** The first problem of a canary message; `unprepared` if none could be sent. */
export const CanaryProblem = z.enum(["unprepared", "not-accepted", "not-delivered", "not-stored"]);
export type CanaryProblem = z.infer<typeof CanaryProblem>;

/** The result of one canary message, which chores sends and receives. */
export const CanaryRun = z.object({
  sentAt: Instant,
  /** Time until it was found in Postgres, ms; null if it was not. */
  storedMs: z.number().nonnegative().nullable(),
  /** Time until it arrived at a client of its account's feed, ms; null if it did not. */
  deliveredMs: z.number().nonnegative().nullable(),
  problem: CanaryProblem.nullable(),
});
export type CanaryRun = z.infer<typeof CanaryRun>;
