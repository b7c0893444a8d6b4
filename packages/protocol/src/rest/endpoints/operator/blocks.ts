import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { ActionReason, actionReason } from "./action-reason.ts";

/** An address or an ident that is blocked. */
export const SenderBlock = z.strictObject({
  id: z.guid(),
  kind: z.enum(["address", "ident"]),
  value: z.string().describe("An IPv4 address, an IPv6 /64 network or an ident."),
  reason: z.string().nullable(),
  by: z.string().describe("Who blocked it."),
  createdAt: Instant,
  until: Instant.nullable().describe("When it ends; `null` if it does not end."),
  hits: z
    .int()
    .nonnegative()
    .nullable()
    .describe("What it has refused so far; `null` if it cannot be read."),
});
export type SenderBlock = z.infer<typeof SenderBlock>;

export const blockEndpoints = {
  listSenderBlocks: endpoint({
    method: "GET",
    path: "/v1/operator/blocks",
    summary: "List blocked senders",
    description: "Returns active blocks, newest first, up to 1,000.",
    tag: "operations",
    access: "operator",
    answer: z.array(SenderBlock),
  }),
  addSenderBlock: endpoint({
    method: "POST",
    path: "/v1/operator/blocks",
    summary: "Block a sender",
    description:
      "Blocks an address (IPv6: its /64 network) for feeding, REST and realtime, or an ident for feeding, within seconds. A block of the same value is replaced.",
    tag: "operations",
    access: "operator",
    body: z
      .strictObject({
        kind: z.enum(["address", "ident"]),
        value: z
          .string()
          .min(1)
          .max(64)
          .regex(/^\P{Cc}*$/u, "must not contain control characters"),
        until: z.iso
          .datetime({ offset: true })
          .refine((text) => Date.parse(text) > Date.now(), "must be in the future")
          .optional()
          .describe("When it ends. Without it, it does not end."),
        reason: actionReason,
      })
      .meta({ examples: [{ kind: "address", value: "203.0.113.7", reason: "flood" }] }),
    status: 201,
    answer: SenderBlock,
  }),
  removeSenderBlock: endpoint({
    method: "DELETE",
    path: "/v1/operator/blocks/:id",
    summary: "Lift a block",
    description: "Removes a block, within seconds.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of a block.") }),
    body: ActionReason,
    refusals: ["not_found"],
  }),
};
