import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { timeFilter } from "../../filters.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";

/** An action of an operator, an owner or a process. */
export const AuditEntry = z.strictObject({
  id: z.int().positive(),
  at: Instant,
  actor: z
    .string()
    .describe("A username, or the name of an operator at a command line or a process."),
  actorKind: z.enum(["operator", "account", "system"]),
  action: z.string().describe("The noun and the verb: `key.revoke`."),
  object: z.strictObject({
    kind: z.string(),
    id: z.string(),
    name: z
      .string()
      .nullable()
      .describe("The name of an account or the ident of a station, if it still exists."),
  }),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const cursor = parameter
  .regex(/^\d{1,15}$/, "must be the id of an entry")
  .transform(Number)
  .pipe(z.int().positive());

const filters = {
  actor: parameter.min(1).max(128).optional().describe("The name of an operator or account."),
  action: parameter
    .regex(/^[a-z-]+\.[a-z-]+$/, "must be a noun and a verb, such as key.revoke")
    .optional(),
  object_kind: parameter.regex(/^[a-z-]{1,32}$/, "must be a kind, such as station").optional(),
  object_id: parameter.min(1).max(256).optional(),
  since: timeFilter.optional(),
};

export const auditLogEndpoints = {
  listAuditLog: endpoint({
    method: "GET",
    path: "/v1/operator/audit-log",
    summary: "List the audit log",
    description:
      "Returns what operators and owners did, newest first. It has no keys, tokens or message texts.",
    tag: "operations",
    access: "operator",
    query: z
      .strictObject({ ...filters, ...pageParameters(cursor, "an entry") })
      .check(refuseEmptyRange),
    answer: z.array(AuditEntry),
    paged: true,
  }),
  exportAuditLog: endpoint({
    method: "GET",
    path: "/v1/operator/audit-log/export",
    summary: "Export the audit log",
    description: "Streams the audit log as NDJSON, newest first, up to 1,000,000 lines.",
    tag: "operations",
    access: "operator",
    query: z.strictObject(filters),
    status: 200,
    mediaTypes: ["application/x-ndjson"],
    line: AuditEntry,
    headers: ["Content-Disposition"],
  }),
};
