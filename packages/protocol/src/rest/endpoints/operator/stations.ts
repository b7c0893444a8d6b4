import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";
import { KeyLabel } from "../accounts/accounts.ts";
import { Erasure } from "../accounts/privacy.ts";
import { IssuedStationKey, StationKey } from "../stations/station-keys.ts";
import { StationCursor, StationKeyPolicy, StationParams } from "../stations/stations.ts";
import { ActionReason, actionReason } from "./action-reason.ts";

const ident = z
  .string()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .regex(/^\P{Cc}*$/u, "must not contain control characters");
const sourceType = z.string().min(1).max(32).describe("acars, vdl, hfdl, aero-acars …");

/** A station as operators see it, hidden ones too. */
export const OperatorStation = z.strictObject({
  id: StationId,
  ident: z.string(),
  sourceType: z.string().nullable(),
  owner: z.strictObject({ id: UserId, username: z.string() }).nullable(),
  hidden: z.boolean(),
  simulated: z.boolean(),
  firstHeardAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  messagesCount: z.int().nonnegative(),
});
export type OperatorStation = z.infer<typeof OperatorStation>;

const StationQuery = z
  .strictObject({
    ident: parameter
      .min(1)
      .max(64)
      .optional()
      .describe("Only the station with exactly this ident."),
    account: parameter.pipe(UserId).optional().describe("Only stations of this account."),
    ...pageParameters(StationCursor, "a station"),
  })
  .check(refuseEmptyRange);

const StationSettings = z
  .strictObject({
    position: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      })
      .nullable()
      .optional()
      .describe("The position of the antenna in degrees; `null` removes it."),
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters, for example SE")
      .optional()
      .describe("ISO 3166-1 alpha-2 country code."),
    sourceType: sourceType.optional(),
    showsExactPosition: z.boolean().optional().describe("Whether others see the exact position."),
    hidden: z.boolean().optional().describe("Whether only the owner sees the station."),
    keyPolicy: StationKeyPolicy.optional().describe(
      "Whether messages without a valid station key are accepted (`any`) or refused (`required`).",
    ),
    reason: actionReason,
  })
  .refine((settings) => Object.keys(settings).length > 1, "must have a setting besides the reason");

/** The endpoints of stations of all accounts. */
export const operatorStationEndpoints = {
  listOperatorStations: endpoint({
    method: "GET",
    path: "/v1/operator/stations",
    summary: "List stations",
    description: "Returns the stations of all accounts, hidden ones too, newest first.",
    tag: "operations",
    access: "operator",
    query: StationQuery,
    answer: z.array(OperatorStation),
    paged: true,
  }),
  addOperatorStation: endpoint({
    method: "POST",
    path: "/v1/operator/stations",
    summary: "Add a station to an account",
    description:
      "Adds a station before its first message. The ident is the name that its decoder sends (acarsdec -i, dumpvdl2 --station-id …). A station may feed without having been added.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({
      ident,
      accountId: UserId,
      sourceType: sourceType.optional(),
      reason: actionReason,
    }),
    status: 201,
    answer: OperatorStation,
    refusals: ["not_found", "conflict"],
  }),
  changeOperatorStation: endpoint({
    method: "PATCH",
    path: "/v1/operator/stations/:id",
    summary: "Change a station",
    description: "Changes the settings of a station. Members that are not given stay.",
    tag: "operations",
    access: "operator",
    params: StationParams,
    body: StationSettings,
    status: 200,
    answer: OperatorStation,
    refusals: ["not_found"],
  }),
  giveStation: endpoint({
    method: "PUT",
    path: "/v1/operator/stations/:id/owner",
    summary: "Give a station to an account",
    description:
      "Gives a station that has no owner to an account; that of another account is moved only with `move`.",
    tag: "operations",
    access: "operator",
    params: StationParams,
    body: z.strictObject({
      accountId: UserId,
      move: z.boolean().default(false).describe("Also moves a station of another account."),
      reason: actionReason,
    }),
    status: 200,
    answer: OperatorStation,
    refusals: ["not_found", "conflict"],
  }),
  eraseOperatorStation: endpoint({
    method: "POST",
    path: "/v1/operator/stations/:id/erase",
    summary: "Erase a station",
    description:
      "Erases the station's ident, position, owner, keys and claims, and the decoders' objects of its messages. The messages stay, linked to a station without a name. If it keeps feeding, it is a new station; a block prevents that. Nobody can undo it. `confirm` must be its ident.",
    tag: "operations",
    access: "operator",
    params: StationParams,
    body: z.strictObject({ confirm: z.string().max(64), reason: actionReason }),
    status: 202,
    answer: Erasure,
    refusals: ["not_found", "sign_in_again"],
  }),
  listOperatorStationKeys: endpoint({
    method: "GET",
    path: "/v1/operator/stations/:id/keys",
    summary: "List the keys of a station",
    description: "Returns the active keys of any station, newest first.",
    tag: "operations",
    access: "operator",
    params: StationParams,
    answer: z.array(StationKey),
    refusals: ["not_found"],
  }),
  issueOperatorStationKey: endpoint({
    method: "POST",
    path: "/v1/operator/stations/:id/keys",
    summary: "Issue a station key",
    description:
      "Issues a key by which a station proves its messages: its decoder sends the ident `ident~key`, or the header `X-Station-Key` over HTTP. It is shown only once. A station may have five.",
    tag: "operations",
    access: "operator",
    params: StationParams,
    body: z.strictObject({
      label: KeyLabel.optional().describe("A name for the key, shown to the station's owner."),
      reason: actionReason,
    }),
    status: 201,
    answer: IssuedStationKey,
    refusals: ["not_found", "conflict"],
  }),
  revokeOperatorStationKey: endpoint({
    method: "DELETE",
    path: "/v1/operator/stations/:id/keys/:keyId",
    summary: "Revoke a station key",
    description:
      "Revokes a key of any station. Within seconds, messages that are sent with it are no longer proven.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({
      ...StationParams.shape,
      keyId: z.guid().describe("The id of a station key."),
    }),
    body: ActionReason,
    refusals: ["not_found"],
  }),
};
