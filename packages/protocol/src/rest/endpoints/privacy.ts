import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";
import { StationParams } from "./stations.ts";

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
      "block",
      "chatMessage",
      "chatReport",
      "alertRule",
      "mail",
      "notification",
      "action",
    ])
    .describe("What the row is. `action`: an entry of the audit log by or about the account."),
  value: z.looseObject({}).describe("The row; members depend on the part."),
});

const erasureDescription = `The account ends at once: its API keys, sessions and open connections stop working within five seconds, and its username, claims, blocks, notifications and feed are erased. The rest is erased within minutes. Its stations keep feeding without an owner or position, and their messages stay. Chat messages that it sent remain with the other user as empty messages.

Nobody can undo it. Export the data first. The confirmation protects against mistakes: \`confirm\` must be the username or the id of the account. A session of the web page needs a sign-in within the last 10 minutes.`;

export const privacyEndpoints = {
  exportMe: endpoint({
    method: "GET",
    path: "/v1/me/export",
    summary: "Export the current account",
    description:
      "Streams all data of the account as NDJSON, one row per line: account, keys (without the keys), linked identities, passkeys, sessions, links to sign in, profile, stations, claims, transfers, blocks, chat messages sent and received, chat reports, alert rules, mails to it, notifications, and the entries of the audit log by or about the account. An account may run one such export at a time. The messages of its stations are exported by `GET /v1/messages/export`.",
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
    access: "account",
    body: z.strictObject({
      confirm: z.string().max(64).describe("The username or the id of the account."),
    }),
    status: 202,
    answer: Erasure,
    refusals: ["sign_in_again"],
  }),
  eraseStation: endpoint({
    method: "DELETE",
    path: "/v1/stations/:id",
    summary: "Erase a station",
    description:
      "Erases one of your stations: its ident, position, owner, keys and claims at once, and the decoders' objects of its messages within minutes. The messages themselves stay, linked to a station without a name. Nobody can undo it. If the station keeps feeding, it is a new station. `confirm` must be the ident of the station. On the web page, it requires a sign-in within the last 10 minutes.",
    tag: "stations",
    access: "account",
    params: StationParams,
    body: z.strictObject({ confirm: z.string().max(64).describe("The ident of the station.") }),
    status: 202,
    answer: Erasure,
    refusals: ["not_found", "sign_in_again"],
  }),
};
