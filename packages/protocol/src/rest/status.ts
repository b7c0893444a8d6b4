import { z } from "zod";
import { Instant } from "../message.ts";

/** The answer to `GET /v1/status`, open to everybody. */
export const Status = z.strictObject({
  version: z.string(),
  time: Instant,
  /** Where the Socket.IO interface is, null when the operator hasn't said. */
  realtime: z.string().nullable(),
  /** Whether they answer now. */
  postgres: z.boolean(),
  redis: z.boolean(),
});
export type Status = z.infer<typeof Status>;

/** The answer to `GET /v1/me`: whose key this is and what it allows. */
export const Me = z.strictObject({
  id: z.string(),
  username: z.string(),
  tier: z.string(),
  requestsPerMinute: z.int().positive(),
});
export type Me = z.infer<typeof Me>;
