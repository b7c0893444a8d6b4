import { z } from "zod";
import { Instant } from "../message.ts";
import { StationId } from "../station.ts";
import { endpoint } from "./endpoint.ts";
import { StationParams } from "./stations.ts";

/** A request for a station that feeds without an owner. */
export const StationClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  status: z.enum(["pending", "approved", "rejected"]),
  note: z.string().nullable(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
});
export type StationClaim = z.infer<typeof StationClaim>;

/** The body of `POST /v1/stations/:id/claim`. */
export const StationClaimRequest = z
  .strictObject({
    note: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(500, "must have 500 characters at most")
      .regex(/^\P{Cc}*$/u, "must not hold control characters")
      .optional()
      .describe("What tells the operator that it is yours: where it feeds from, what it hears"),
  })
  .default({});
export type StationClaimRequest = z.infer<typeof StationClaimRequest>;

export const claimEndpoints = {
  claimStation: endpoint({
    method: "POST",
    path: "/v1/stations/:id/claim",
    summary: "Ask for a station as one's own",
    description:
      "The operator decides; asking again changes nothing. The station must feed already and have no owner.",
    tag: "stations",
    access: "account",
    params: StationParams,
    body: StationClaimRequest,
    status: 202,
    answer: StationClaim,
    refusals: ["forbidden", "not_found"],
  }),
  listClaims: endpoint({
    method: "GET",
    path: "/v1/claims",
    summary: "List one's claims of stations",
    description: "The latest hundred, newest first.",
    tag: "stations",
    access: "account",
    answer: z.array(StationClaim),
  }),
};
