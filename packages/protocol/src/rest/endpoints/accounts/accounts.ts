import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { defaultKeyScopes, KeyScope, KeyScopes } from "../../key-scopes.ts";

/** The conditions of a feeder key that a station may fail. */
const eligibilityLacks = ["visible", "active", "days"] as const;

/** Whether an account may issue itself feeder keys, and for which of its stations. */
export const Eligibility = z.strictObject({
  eligible: z
    .boolean()
    .describe(
      "Whether the account may issue a feeder key. The operator's override decides, otherwise whether any station is eligible.",
    ),
  computedAt: Instant.nullable().describe(
    "When eligibility was computed; it is computed hourly. `null` without stations.",
  ),
  override: z
    .strictObject({
      eligible: z.boolean(),
      until: Instant.nullable().describe("When the override ends; `null` if it does not end."),
    })
    .nullable()
    .describe(
      "The operator's decision, which applies whatever the stations lack; `null` without one.",
    ),
  stations: z.array(
    z.strictObject({
      id: StationId,
      ident: z.string(),
      eligible: z.boolean().describe("Whether the station meets all conditions."),
      lacks: z
        .array(z.enum(eligibilityLacks))
        .describe(
          "The conditions that the station fails. `visible`: it is hidden. `active`: no message was received from it in the last 24 hours. `days`: its first message is less than seven days old.",
        ),
      meetsAt: Instant.nullable().describe(
        "When the station will meet all conditions if it keeps sending; `null` if it meets them, or fails one that time does not change.",
      ),
    }),
  ),
});
export type Eligibility = z.infer<typeof Eligibility>;

/** The response of `GET /v1/me`: the account of the credential, its tier and its eligibility. */
export const Me = z.strictObject({
  id: z.string(),
  username: z.string(),
  tier: z.string(),
  requestsPerMinute: z.int().positive(),
  eligibility: Eligibility,
});
export type Me = z.infer<typeof Me>;

/** The response of `GET /v1/limits`. */
export const Limits = z.strictObject({
  tier: z.string(),
  requests: z.strictObject({
    limit: z
      .int()
      .positive()
      .describe(
        "Requests per window, shared by all keys of the account and the sessions that they opened. The web page has a limit of its own.",
      ),
    remaining: z.int().nonnegative().describe("Requests left in the current window."),
    reset: z.int().positive().describe("Seconds until the window ends."),
    windowSeconds: z.int().positive().describe("Length of the window, seconds."),
    byHour: z
      .array(
        z.strictObject({
          from: Instant.describe("The beginning of the hour."),
          requests: z.int().nonnegative(),
        }),
      )
      .nullable()
      .describe(
        "Requests of the account in each of the last 24 hours, the oldest first, a few seconds old; `null` for an anonymous session, and while they are not available.",
      ),
  }),
  realtime: z
    .strictObject({
      subscribesPerMinute: z.int().positive(),
      chatMessagesPerMinute: z.int().positive(),
      connections: z
        .strictObject({
          open: z.int().nonnegative().describe("Connections of the account that are open now."),
          limit: z.int().positive(),
        })
        .nullable()
        .describe("`null` for an anonymous session, and while it is not available."),
    })
    .describe("Limits of each connection to the realtime interface, and of their number."),
});
export type Limits = z.infer<typeof Limits>;

/** The name of a key. */
export const KeyLabel = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .regex(/^\P{Cc}*$/u, "must not contain control characters");

/** An API key without the key itself. */
export const ApiKey = z.strictObject({
  id: z.guid(),
  hint: z.string().describe("The first characters of the key, to recognize it by."),
  label: z.string().nullable().describe("The name that the account gave the key."),
  tier: z.string(),
  scopes: z.array(KeyScope).describe("What the key may be used for."),
  createdAt: Instant,
  expiresAt: Instant.nullable().describe("When the key expires; `null` if it does not."),
  lastUsedAt: Instant.nullable().describe(
    "When the key was last used by a request or an open connection, to the minute; `null` if never. The first use is shown within two seconds.",
  ),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The body of `POST /v1/keys`. */
const ApiKeyRequest = z.strictObject({
  stationId: StationId.describe("The id of one of your stations."),
  tier: z
    .enum(["feeder", "starter"])
    .default("feeder")
    .describe(
      "`feeder` requires that the station is eligible. `starter` does not: an account may have one starter key, with fewer requests per minute, which becomes a feeder key by itself once a station of the account is eligible. For an eligible station it is a feeder key at once.",
    ),
  scopes: KeyScopes.default([...defaultKeyScopes]).describe(
    "What the key may be used for: `read`, `feed`, `manage`, `operate`. A credential cannot issue a key with a scope that it lacks itself; `operate` requires an operator who has signed in within the last 10 minutes.",
  ),
  label: KeyLabel.optional().describe("A name for the key, up to 64 characters."),
  expiresInDays: z
    .int()
    .min(1)
    .max(3_650)
    .optional()
    .describe("Days until the key expires, 1 to 3650. By default it does not expire."),
});

/** The response of `POST /v1/keys`. No other response contains the key. */
export const IssuedApiKey = z.strictObject({
  ...ApiKey.shape,
  key: z.string().describe("The API key. It is shown only once."),
});
export type IssuedApiKey = z.infer<typeof IssuedApiKey>;

export const accountEndpoints = {
  readMe: endpoint({
    method: "GET",
    path: "/v1/me",
    summary: "Get the current account",
    description:
      "Returns the account that the API key or session belongs to, its tier, and whether it may issue itself feeder keys.",
    tag: "accounts",
    access: "account",
    answer: Me,
  }),
  readLimits: endpoint({
    method: "GET",
    path: "/v1/limits",
    summary: "Get rate limits",
    description: "Returns the limits that apply to the credential, and how much is left of them.",
    tag: "accounts",
    access: "reader",
    answer: Limits,
  }),
  listKeys: endpoint({
    method: "GET",
    path: "/v1/keys",
    summary: "List API keys",
    description: "Returns the account's active keys, newest first.",
    tag: "accounts",
    access: "account",
    answer: z.array(ApiKey),
  }),
  issueKey: endpoint({
    method: "POST",
    path: "/v1/keys",
    summary: "Issue an API key",
    description:
      "Issues an API key. For the tier `feeder` the account needs a station that is visible, is active, and was first received at least seven days ago; for the tier `starter` any station of its own. The key is returned only once, in this response. On the web page, it requires a sign-in within the last 10 minutes.",
    tag: "accounts",
    access: "account",
    body: ApiKeyRequest,
    status: 201,
    answer: IssuedApiKey,
    refusals: ["forbidden", "not_found", "sign_in_again"],
  }),
  revokeKey: endpoint({
    method: "DELETE",
    path: "/v1/keys/:id",
    summary: "Revoke an API key",
    description:
      "Revokes a key permanently, together with the sessions that were opened with it. Open connections are closed within five seconds.",
    tag: "accounts",
    access: "account",
    params: z.strictObject({ id: z.guid().describe("The id of an API key.") }),
    refusals: ["not_found"],
  }),
};
