import { z } from "zod";
import { Message } from "../message/message.ts";
import { ReadMessage } from "./message-include.ts";

/** The most messages of a conversation that are returned. */
export const conversationMessagesMax = 100;
/** How far before and after a message its conversation is searched, minutes. */
export const conversationMinutes = 30;

/** How a message belongs to an earlier one. */
const conversationRelations = ["replies-to", "reports-for", "continues", "acknowledges"] as const;
export type ConversationRelation = (typeof conversationRelations)[number];

const Relation = z.strictObject({
  relation: z
    .enum(conversationRelations)
    .describe(
      "`replies-to`: answers a message, by its CPDLC reference, its label or its text. `reports-for`: is a report of an ADS-C contract. `continues`: is the next block of a message. `acknowledges`: has its block id as acknowledgement.",
    ),
  messageId: Message.shape.id.describe("The id of the earlier message, which is in the list."),
});

/** The messages that belong together with one message, oldest first. */
export const Conversation = z.strictObject({
  messages: z
    .array(z.strictObject({ message: ReadMessage, relations: z.array(Relation) }))
    .max(conversationMessagesMax)
    .describe("One reception of each transmission, in the order of their times."),
  complete: z
    .boolean()
    .describe("`false` if there are more messages than were searched or can be returned."),
});
export type Conversation = z.infer<typeof Conversation>;
