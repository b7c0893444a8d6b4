import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { StationId } from "../../message/station.ts";
import { endpoint } from "../endpoint.ts";

/** What a station lacks for its owner to get a feeder key. */
export const eligibilityLacks = ["visible", "active", "days"] as const;

/** Whether an account may issue itself feeder keys, and by which of its stations. */
export const Eligibility = z.strictObject({
  eligible: z.boolean().describe("By the operator's word, else by any of the stations"),
  computedAt: Instant.nullable().describe("Hourly; null without stations"),
  override: z
    .strictObject({ eligible: z.boolean(), until: Instant.nullable().describe("Null for good") })
    .nullable()
    .describe("What the operator has said, whatever the stations lack"),
  stations: z.array(
    z.strictObject({
      id: StationId,
      ident: z.string(),
      eligible: z.boolean().describe("Lacks nothing"),
      lacks: z
        .array(z.enum(eligibilityLacks))
        .describe(
          "`visible`: it is hidden; `active`: it isn't feeding now; `days`: not for seven days yet",
        ),
    }),
  ),
});
export type Eligibility = z.infer<typeof Eligibility>;

/** The answer to `GET /v1/me`: whose key or session this is and what it allows. */
export const Me = z.strictObject({
  id: z.string(),
  username: z.string(),
  tier: z.string(),
  requestsPerMinute: z.int().positive(),
  eligibility: Eligibility,
});
export type Me = z.infer<typeof Me>;

/** The answer to `GET /v1/limits`: what the holder may ask, and how much of it is left. */
export const Limits = z.strictObject({
  tier: z.string(),
  requests: z.strictObject({
    limit: z.int().positive().describe("In a window, over all keys and sessions of the account"),
    remaining: z.int().nonnegative(),
    reset: z.int().positive().describe("Seconds until the window ends"),
    windowSeconds: z.int().positive(),
  }),
  realtime: z
    .strictObject({
      subscribesPerMinute: z.int().positive(),
      chatMessagesPerMinute: z.int().positive(),
    })
    .describe("Of each connection to the realtime interface"),
});
export type Limits = z.infer<typeof Limits>;

const KeyLabel = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(64, "must have 64 characters at most")
  .regex(/^\P{Cc}*$/u, "must not hold control characters");

/** An API key as its holder sees it after it was issued. */
export const ApiKey = z.strictObject({
  id: z.guid(),
  hint: z.string().describe("The first characters, by which its holder tells which it is"),
  label: z.string().nullable(),
  tier: z.string(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable().describe("By a request or an open connection, to the minute"),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The body of `POST /v1/keys`. */
export const ApiKeyRequest = z.strictObject({
  stationId: StationId.describe("A station of one's own that is eligible"),
  label: KeyLabel.optional(),
  expiresInDays: z.int().min(1).max(3_650).optional(),
});
export type ApiKeyRequest = z.infer<typeof ApiKeyRequest>;

/** The answer to `POST /v1/keys`: the only one that ever holds the key. */
export const IssuedApiKey = z.strictObject({ ...ApiKey.shape, key: z.string() });
export type IssuedApiKey = z.infer<typeof IssuedApiKey>;

export const accountEndpoints = {
  readMe: endpoint({
    method: "GET",
    path: "/v1/me",
    summary: "Whose key or session this is",
    description: "With whether the account may issue itself feeder keys, and by which station.",
    tag: "accounts",
    access: "account",
    answer: Me,
  }),
  readLimits: endpoint({
    method: "GET",
    path: "/v1/limits",
    summary: "What may be asked, and how much of it is left",
    tag: "accounts",
    access: "reader",
    answer: Limits,
  }),
  listKeys: endpoint({
    method: "GET",
    path: "/v1/keys",
    summary: "List one's API keys",
    description: "Those that hold, newest first.",
    tag: "accounts",
    access: "account",
    answer: z.array(ApiKey),
  }),
  issueKey: endpoint({
    method: "POST",
    path: "/v1/keys",
    summary: "Issue an API key",
    description:
      "Of the feeder tier, for whoever has a station that is visible, active and has been feeding for seven days. The key is shown this once.",
    tag: "accounts",
    access: "account",
    body: ApiKeyRequest,
    status: 201,
    answer: IssuedApiKey,
    refusals: ["forbidden", "not_found"],
  }),
  revokeKey: endpoint({
    method: "DELETE",
    path: "/v1/keys/:id",
    summary: "Revoke an API key",
    description:
      "For ever, within five seconds also on open connections, with the sessions it opened.",
    tag: "accounts",
    access: "account",
    params: z.strictObject({ id: z.guid().describe("A key's id") }),
    refusals: ["not_found"],
  }),
};
