import { z } from "zod";
import { Instant } from "../message/message.ts";

/** A user is an account: a UUID, here in lower case whatever case it came in. */
export const UserId = z.guid().toLowerCase();
export type UserId = z.infer<typeof UserId>;

/** Characters of a chat message, without the white space around it. */
export const chatBodyCharactersMax = 2_000;

/** A direct message. `clientId` is there when its sender named one. */
export const ChatMessage = z.strictObject({
  id: z.uuidv7(),
  senderId: z.string(),
  recipientId: z.string(),
  body: z.string().describe("Plain text, as sent"),
  createdAt: Instant,
  clientId: z.string().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** `chat:thread:read` to the other side: who has read, and until when. */
export const ChatThreadRead = z.strictObject({ userId: z.string(), readAt: Instant });
export type ChatThreadRead = z.infer<typeof ChatThreadRead>;

/** `chat:typing` to the other side. */
export const ChatTyping = z.strictObject({ userId: z.string(), isTyping: z.boolean() });
export type ChatTyping = z.infer<typeof ChatTyping>;

const bodyText = z
  .string()
  .refine(
    (body) => {
      const { length } = Array.from(body.trim());
      return length >= 1 && length <= chatBodyCharactersMax;
    },
    { error: `1 to ${chatBodyCharactersMax} characters` },
  )
  .meta({
    description: `1 to ${chatBodyCharactersMax} characters, not counting white space around them`,
    minLength: 1,
  });

/** What a client sends; an identifier that is none is told apart where it is looked up. */
export const ChatSend = z.object({
  recipientId: z.string(),
  body: bodyText.transform(storable),
  clientId: z
    .string()
    .min(1)
    .max(64)
    .transform(storable)
    .optional()
    .describe("The client's own name for the message, so that sending it again sends it once"),
});
export type ChatSend = z.infer<typeof ChatSend>;

/** Payload of `chat:thread:read`, `chat:block` and `chat:unblock`. */
export const ChatPartner = z.object({ userId: z.string() });
export type ChatPartner = z.infer<typeof ChatPartner>;

export const ChatTypingSend = z.object({ recipientId: z.string(), isTyping: z.boolean() });
export type ChatTypingSend = z.infer<typeof ChatTypingSend>;

/** Postgres holds no U+0000, and no half a surrogate pair travels as UTF-8. */
function storable(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}
