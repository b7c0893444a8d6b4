import { z } from "zod";
import { contentMembers } from "./best-copy.ts";
import { Message } from "./message.ts";

/** Another reception from which members of a message come. */
export const ContentSource = z.strictObject({
  messageId: Message.shape.id.describe("The id of the message that this reception became."),
  stationId: Message.shape.stationId,
  members: z
    .array(z.enum(contentMembers))
    .describe("The members of this message that come from it."),
});
