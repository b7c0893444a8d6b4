import { z } from "zod";
import { Instant } from "../message/message.ts";

/** The id of a user, which is the id of an account: a UUID, converted to lower case. */
export const UserId = z.guid().toLowerCase();
export type UserId = z.infer<typeof UserId>;

/** The most characters of a chat message, without surrounding white space. */
const chatBodyCharactersMax = 2_000;

/** A direct message. `clientId` is present if the sender set one. */
export const ChatMessage = z.strictObject({
  id: z.uuidv7(),
  senderId: z.string(),
  recipientId: z.string(),
  body: z.string().describe("Plain text, as sent."),
  createdAt: Instant,
  clientId: z.string().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** `chat:thread:read`, sent to the other user: who has read the conversation, and up to when. */
export const ChatThreadRead = z.strictObject({ userId: z.string(), readAt: Instant });
export type ChatThreadRead = z.infer<typeof ChatThreadRead>;

/** `chat:typing`, sent to the other user. */
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
    description: `1 to ${chatBodyCharactersMax} characters, not counting surrounding white space.`,
    minLength: 1,
  });

/** Payload of `chat:message:send`. The recipient is checked when it is looked up. */
export const ChatSend = z.object({
  recipientId: z.string(),
  body: bodyText.transform(storable),
  clientId: z
    .string()
    .min(1)
    .max(64)
    .transform(storable)
    .optional()
    .describe("An id that the client chooses. Messages with the same id are stored once."),
});
export type ChatSend = z.infer<typeof ChatSend>;

/** Reasons for which a message is reported. */
const reportReasons = ["spam", "harassment", "threat", "illegal", "other"] as const;

/** Payload of `chat:report`: a message that the user has received. */
export const ChatReportSend = z.object({
  messageId: z.guid().toLowerCase().describe("The id of a message that you have received."),
  reason: z.enum(reportReasons, `must be one of ${reportReasons.join(", ")}`),
  note: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .transform(storable)
    .optional()
    .describe("What the operator should know, up to 1000 characters."),
});
export type ChatReportSend = z.infer<typeof ChatReportSend>;

/** A report that was accepted. */
export const ChatReport = z.strictObject({
  id: z.guid(),
  messageId: z.string(),
  reason: z.enum(reportReasons),
  createdAt: Instant,
});
export type ChatReport = z.infer<typeof ChatReport>;

/** The error message of a report above 20 in a day. */
export const tooManyReports = "Too many reports today";
/** The error message of another message to a user who has never answered. */
export const awaitAnswer = "Wait for an answer before sending more messages to this user";
/** The error message of a first message to too many users in a day. */
export const tooManyContacts = "Too many new conversations today";

/** Payload of `chat:thread:read`, `chat:block` and `chat:unblock`. */
export const ChatPartner = z.object({ userId: z.string() });
export type ChatPartner = z.infer<typeof ChatPartner>;

/** Payload of `chat:typing`. */
export const ChatTypingSend = z.object({ recipientId: z.string(), isTyping: z.boolean() });
export type ChatTypingSend = z.infer<typeof ChatTypingSend>;

/** Replaces U+0000, which Postgres cannot store, and unpaired surrogates, which UTF-8 cannot encode. */
function storable(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}
