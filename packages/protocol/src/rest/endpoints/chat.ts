import { z } from "zod";
import { ChatMessage, ChatReport, ChatReportSend, UserId } from "../../events/chat.ts";
import { Instant } from "../../message/message.ts";
import { PresenceSnapshot } from "../../events/presence.ts";
import { endpoint } from "../endpoint.ts";
import { pageParameters, refuseEmptyRange, timeOrderedCursor } from "../parameters.ts";

/** The query of lists of chat messages and threads; cursors are chat message ids. */
const ChatQuery = z
  .strictObject(pageParameters(timeOrderedCursor("must be a chat message id"), "a chat message"))
  .check(refuseEmptyRange);

/** The highest number of unread messages that is counted. */
export const unreadCountMax = 100;

/** A conversation, as one of its two users sees it. */
export const ChatThread = z.strictObject({
  userId: z.string().describe("The id of the other user."),
  username: z.string(),
  /** Its id is the cursor of the thread. */
  lastMessage: ChatMessage,
  unreadCount: z
    .int()
    .nonnegative()
    .max(unreadCountMax)
    .describe("Unread messages from the other user, counted up to 100."),
  readAt: Instant.nullable().describe(
    "The time up to which you have read the conversation; `null` if never.",
  ),
  partnerReadAt: Instant.nullable().describe(
    "The time up to which the other user has read the conversation; `null` if never.",
  ),
});
export type ChatThread = z.infer<typeof ChatThread>;

/** A blocked user. */
export const ChatBlock = z.strictObject({
  userId: z.string(),
  username: z.string(),
  createdAt: Instant,
});
export type ChatBlock = z.infer<typeof ChatBlock>;

const partner = z.strictObject({ userId: UserId.describe("The id of the other user.") });

export const chatEndpoints = {
  listThreads: endpoint({
    method: "GET",
    path: "/v1/chat/threads",
    summary: "List conversations",
    description:
      "Returns your conversations, the one with the latest message first. Cursors are the ids of the last messages.",
    tag: "chat",
    access: "session",
    query: ChatQuery,
    answer: z.array(ChatThread),
    paged: true,
  }),
  listThreadMessages: endpoint({
    method: "GET",
    path: "/v1/chat/threads/:userId/messages",
    summary: "List the messages of a conversation",
    description:
      "Returns the messages of the conversation with a user, newest first. The list is empty if there is none.",
    tag: "chat",
    access: "session",
    params: partner,
    query: ChatQuery,
    answer: z.array(ChatMessage),
    paged: true,
  }),
  listBlocks: endpoint({
    method: "GET",
    path: "/v1/chat/blocks",
    summary: "List blocked users",
    description: "Returns the users that you have blocked, the latest first, 1,000 at most.",
    tag: "chat",
    access: "session",
    answer: z.array(ChatBlock),
  }),
  reportMessage: endpoint({
    method: "POST",
    path: "/v1/chat/reports",
    summary: "Report a chat message",
    description:
      "Reports a message that you have received to the operator, as the event `chat:report` does. Reporting it again returns the first report. A user may send 20 reports a day.",
    tag: "chat",
    access: "session",
    body: z.strictObject(ChatReportSend.shape),
    status: 201,
    answer: ChatReport,
    refusals: ["not_found"],
  }),
  readPresence: endpoint({
    method: "GET",
    path: "/v1/presence",
    summary: "Get presence",
    description: "Returns the users who are online, as the event `presence:snapshot` does.",
    tag: "chat",
    access: "session",
    answer: PresenceSnapshot,
  }),
};
