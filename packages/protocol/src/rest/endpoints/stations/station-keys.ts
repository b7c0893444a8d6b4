import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { KeyLabel } from "../accounts/accounts.ts";
import { StationParams } from "./stations.ts";

/** A station key without the key itself. */
export const StationKey = z.strictObject({
  id: z.guid(),
  hint: z.string().describe("The first characters of the key, to recognize it by."),
  label: z.string().nullable().describe("The name that its owner gave the key."),
  createdAt: Instant,
});
export type StationKey = z.infer<typeof StationKey>;

/** The response of `POST /v1/stations/:id/keys`. No other response contains the key. */
export const IssuedStationKey = z.strictObject({
  ...StationKey.shape,
  key: z.string().describe("The station key. It is shown only once."),
  ident: z
    .string()
    .describe("The ident with the key, as it is set in a decoder that sends over UDP or TCP."),
});
export type IssuedStationKey = z.infer<typeof IssuedStationKey>;

const StationKeyRequest = z
  .strictObject({
    label: KeyLabel.optional().describe("A name for the key, up to 64 characters."),
  })
  .default({})
  .meta({ examples: [{ label: "Raspberry Pi on the roof" }] });

export const stationKeyEndpoints = {
  listStationKeys: endpoint({
    method: "GET",
    path: "/v1/stations/:id/keys",
    summary: "List a station's keys",
    description: "Returns the active keys of one of your stations, newest first.",
    tag: "stations",
    access: "account",
    params: StationParams,
    answer: z.array(StationKey),
    refusals: ["not_found"],
  }),
  issueStationKey: endpoint({
    method: "POST",
    path: "/v1/stations/:id/keys",
    summary: "Issue a station key",
    description: `Issues a key by which one of your stations proves its messages.

Over UDP and TCP, set the ident of the decoder to \`ident~key\`. Over HTTP, send the header \`X-Station-Key\`. The key is
removed from each message before it is stored.

As soon as a station has a key, its messages have \`authenticated: true\` if they were sent with a valid key, and
\`authenticated: false\` otherwise. Set \`keyPolicy\` to \`required\` to refuse messages without a valid key. A station may
have five active keys, so that a key can be replaced while it is in use.

On the web page, it requires a sign-in within the last 10 minutes.`,
    tag: "stations",
    access: "account",
    params: StationParams,
    body: StationKeyRequest,
    status: 201,
    answer: IssuedStationKey,
    refusals: ["forbidden", "not_found", "sign_in_again"],
  }),
  revokeStationKey: endpoint({
    method: "DELETE",
    path: "/v1/stations/:id/keys/:keyId",
    summary: "Revoke a station key",
    description:
      "Revokes a key of one of your stations permanently. Within seconds, messages that are sent with it are no longer proven.",
    tag: "stations",
    access: "account",
    params: z.strictObject({
      ...StationParams.shape,
      keyId: z.guid().describe("The id of a station key."),
    }),
    refusals: ["not_found"],
  }),
};
