import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { StationId } from "../../message/station.ts";
import { endpoint } from "../endpoint.ts";
import { StationParams } from "./stations.ts";

/** A request for a station that feeds without an owner. */
export const StationClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  status: z
    .enum(["pending", "approved", "rejected"])
    .describe("`pending` until the operator has decided; what is decided stays as it is"),
  note: z.string().nullable().describe("What was said for it"),
  createdAt: Instant,
  decidedAt: Instant.nullable().describe("Null while it is pending"),
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
  .default({})
  .meta({ examples: [{ note: "On my roof in Solna since May, on 131.725 and 136.875 MHz" }] });
export type StationClaimRequest = z.infer<typeof StationClaimRequest>;

export const claimEndpoints = {
  claimStation: endpoint({
    method: "POST",
    path: "/v1/stations/:id/claim",
    summary: "Ask for a station as one's own",
    description: `For a station that is visible, feeds already and has no owner.

The service's operator decides, by hand: nothing that a feed carries proves whose it is, so say in \`note\` what only
its owner knows. There is no time in which it is decided, and a claim doesn't lapse. Until then it is \`pending\`, and
asking again answers with the same claim; ten of an account may wait at a time. \`approved\`: the station is the
account's from then on, its messages come by \`feed:message\` within seconds, and it counts for a feeder key.
\`rejected\`: nothing changes, and one may ask again. Both are told by a notification, \`system.announcement\`, and by
\`GET /v1/claims\`. Several accounts may claim one station; with one approved it has an owner, and the others can only
be rejected.`,
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
    description: "The latest hundred, newest first: `pending`, `approved` or `rejected`.",
    tag: "stations",
    access: "account",
    answer: z.array(StationClaim),
  }),
};
