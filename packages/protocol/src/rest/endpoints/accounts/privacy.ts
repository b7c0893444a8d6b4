import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationName } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { StationParams } from "../stations/stations.ts";

/** An erasure that was accepted. */
export const Erasure = z.strictObject({
  id: z.guid(),
  kind: z.enum(["account", "station"]),
  requestedAt: Instant,
  finishedAt: Instant.nullable().describe("When nothing was left; `null` while it goes on."),
  counts: z
    .record(z.string(), z.int().nonnegative())
    .describe("The number of rows that were erased or replaced so far, by name."),
});
export type Erasure = z.infer<typeof Erasure>;

/** The hours for which an erasure or a transfer can be called off before it takes effect. */
export const delayedStepHours = 24;

/** An erasure that an owner has asked for, and that has not taken effect yet. */
export const PlannedErasure = z.strictObject({
  id: z.guid(),
  kind: z.enum(["account", "station"]),
  station: StationName.nullable().describe("The station; `null` for the account."),
  requestedAt: Instant,
  effectiveAt: Instant.describe("When it takes effect. It can be called off until then."),
});
export type PlannedErasure = z.infer<typeof PlannedErasure>;

/** A line of `GET /v1/me/export`. */
export const ExportedRow = z.strictObject({
  part: z
    .enum([
      "account",
      "key",
      "identity",
      "passkey",
      "webSession",
      "link",
      "session",
      "station",
      "claim",
      "transfer",
      "plannedErasure",
      "block",
      "chatMessage",
      "chatReport",
      "alertRule",
      "mail",
      "destination",
      "delivery",
      "quietHours",
      "notification",
      "action",
    ])
    .describe("What the row is. `action`: an entry of the audit log by or about the account."),
  value: z.looseObject({}).describe("The row; members depend on the part."),
});

const erasureDescription = `The erasure takes effect ${delayedStepHours} hours later. It is announced by a notification and, if the account has an address, by mail, and can be called off until then (\`DELETE /v1/erasures/:id\`). If it is asked for again, the first request counts.

Then the account ends: its API keys, sessions and open connections stop working within five seconds, and its username, claims, blocks, notifications and feed are erased. The rest is erased within minutes. Its stations keep feeding without an owner or position, and their messages stay. Chat messages that it sent remain with the other user as empty messages.

Nobody can undo it then. Export the data first. The confirmation protects against mistakes: \`confirm\` must be the username or the id of the account. It requires a user who has signed in on the web page within the last 10 minutes; an API key is not accepted.`;

export const privacyEndpoints = {
  exportMe: endpoint({
    method: "GET",
    path: "/v1/me/export",
    summary: "Export the current account",
    description:
      "Streams all data of the account as NDJSON, one row per line: account, keys (without the keys), linked identities, passkeys, sessions, links to sign in, profile, stations, claims, transfers, planned erasures, blocks, chat messages sent and received, chat reports, alert rules, mails to it, destinations (without what opens them), deliveries, quiet hours, notifications, and the entries of the audit log by or about the account. An account may run one such export at a time. The messages of its stations are exported by `GET /v1/messages/export`.",
    tag: "accounts",
    access: "account",
    status: 200,
    mediaTypes: ["application/x-ndjson"],
    line: ExportedRow,
    headers: ["Content-Disposition"],
  }),
  eraseMe: endpoint({
    method: "DELETE",
    path: "/v1/me",
    summary: "Erase the current account",
    description: erasureDescription,
    tag: "accounts",
    access: "session",
    body: z.strictObject({
      confirm: z.string().max(64).describe("The username or the id of the account."),
    }),
    status: 202,
    answer: PlannedErasure,
    refusals: ["sign_in_again"],
  }),
  listErasures: endpoint({
    method: "GET",
    path: "/v1/erasures",
    summary: "List planned erasures",
    description:
      "Returns the erasures of the account and its stations that have not taken effect yet, the next one first.",
    tag: "accounts",
    access: "account",
    answer: z.array(PlannedErasure),
  }),
  callOffErasure: endpoint({
    method: "DELETE",
    path: "/v1/erasures/:id",
    summary: "Call an erasure off",
    description: "Ends a planned erasure of the account or of one of its stations.",
    tag: "accounts",
    access: "account",
    params: z.strictObject({ id: z.guid().describe("The id of a planned erasure.") }),
    refusals: ["not_found"],
  }),
  eraseStation: endpoint({
    method: "DELETE",
    path: "/v1/stations/:id",
    summary: "Erase a station",
    description:
      "Erases one of your stations 24 hours later: its ident, position, owner, keys and claims, and within minutes the decoders' objects of its messages. The messages themselves stay, linked to a station without a name. It is announced by a notification and, if the account has an address, by mail, and can be called off until then (`DELETE /v1/erasures/:id`). Nobody can undo it afterwards. If the station keeps feeding, it is a new station. `confirm` must be the ident of the station. It requires a user who has signed in on the web page within the last 10 minutes; an API key is not accepted.",
    tag: "stations",
    access: "session",
    params: StationParams,
    body: z.strictObject({ confirm: z.string().max(64).describe("The ident of the station.") }),
    status: 202,
    answer: PlannedErasure,
    refusals: ["not_found", "sign_in_again"],
  }),
};
