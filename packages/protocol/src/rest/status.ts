import { z } from "zod";
import { Instant } from "../message.ts";
import { endpoint } from "./endpoint.ts";

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

export const serviceEndpoints = {
  readStatus: endpoint({
    method: "GET",
    path: "/v1/status",
    summary: "Whether the service works",
    tag: "service",
    access: "open",
    answer: Status,
  }),
};

export const accountEndpoints = {
  readMe: endpoint({
    method: "GET",
    path: "/v1/me",
    summary: "Whose key this is",
    tag: "accounts",
    access: "account",
    answer: Me,
  }),
};
