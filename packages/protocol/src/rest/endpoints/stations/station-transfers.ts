import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationName } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { StationParams } from "./stations.ts";

/** A station that its owner wants to give to another user. */
export const StationTransfer = z.strictObject({
  id: z.guid(),
  station: StationName,
  from: z.string().describe("The username of the owner."),
  to: z.string().describe("The username of the user who may accept."),
  incoming: z.boolean().describe("Whether you are the one who may accept."),
  createdAt: Instant,
  expiresAt: Instant.describe("When it can no longer be accepted."),
  effectiveAt: Instant.nullable().describe(
    "When the station becomes the other user's, 24 hours after it was accepted; `null` until it is accepted. Either user can call it off until then.",
  ),
});
export type StationTransfer = z.infer<typeof StationTransfer>;

const TransferParams = z.strictObject({ id: z.guid().describe("The id of a transfer.") });

export const stationTransferEndpoints = {
  transferStation: endpoint({
    method: "POST",
    path: "/v1/stations/:id/transfer",
    summary: "Offer a station to another user",
    description:
      "Offers one of your stations to another user, who gets a notification and may accept within 7 days. Until then the station stays yours. It replaces an earlier offer of the station. With the station go its position and station keys: revoke the keys if you keep a copy of them. It requires a user who has signed in on the web page within the last 10 minutes; an API key is not accepted.",
    tag: "stations",
    access: "session",
    params: StationParams,
    body: z.strictObject({
      username: z.string().min(1).max(64).describe("The username of the user, in any case."),
    }),
    status: 201,
    answer: StationTransfer,
    refusals: ["forbidden", "not_found", "sign_in_again"],
  }),
  listTransfers: endpoint({
    method: "GET",
    path: "/v1/transfers",
    summary: "List station transfers",
    description: "Returns the transfers that wait, from you and to you, newest first.",
    tag: "stations",
    access: "account",
    answer: z.array(StationTransfer),
  }),
  acceptTransfer: endpoint({
    method: "POST",
    path: "/v1/transfers/:id/accept",
    summary: "Accept a station",
    description:
      "Accepts a station that was offered to you. It becomes yours 24 hours later. Its owner gets a notification and, if the account has an address, a mail, and either of you can call it off until then (`DELETE /v1/transfers/:id`). It requires a user who has signed in on the web page within the last 10 minutes; an API key is not accepted.",
    tag: "stations",
    access: "session",
    params: TransferParams,
    status: 202,
    answer: StationTransfer,
    refusals: ["not_found", "sign_in_again"],
  }),
  endTransfer: endpoint({
    method: "DELETE",
    path: "/v1/transfers/:id",
    summary: "Withdraw or decline a transfer",
    description:
      "Ends a transfer that has not taken effect: the owner withdraws it, or the other user declines it. The owner is notified if the other user declines it; after it was accepted, the one who has not ended it is notified.",
    tag: "stations",
    access: "account",
    params: TransferParams,
    refusals: ["not_found"],
  }),
};
