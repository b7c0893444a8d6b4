import { z } from "zod";
import { ChatMessage, UserId } from "../../events/chat.ts";
import { Instant } from "../../message/message.ts";
import { PresenceSnapshot } from "../../events/presence.ts";
import { endpoint } from "../endpoint.ts";
import { pageParameters, refuseEmptyRange, timeOrderedCursor } from "../parameters.ts";

/** The query of lists of chat messages and threads; cursors are chat message ids. */
export const ChatQuery = z
  .strictObject(pageParameters(timeOrderedCursor("must be a chat message id"), "chat message"))
  .check(refuseEmptyRange);
export type ChatQuery = z.infer<typeof ChatQuery>;

/** Unread messages of a thread are counted this far. */
export const unreadCountMax = 100;

/** A conversation, as one of its two sides has it. */
export const ChatThread = z.strictObject({
  userId: z.string().describe("The other side"),
  username: z.string(),
  /** The thread's cursor is its id. */
  lastMessage: ChatMessage,
  unreadCount: z
    .int()
    .nonnegative()
    .max(unreadCountMax)
    .describe("Messages of the other side since it was read; no more than 100 are counted"),
  readAt: Instant.nullable().describe("Until when one has read it oneself"),
  partnerReadAt: Instant.nullable().describe("Until when the other side has read it"),
});
export type ChatThread = z.infer<typeof ChatThread>;

/** Somebody one has blocked. */
export const ChatBlock = z.strictObject({
  userId: z.string(),
  username: z.string(),
  createdAt: Instant,
});
export type ChatBlock = z.infer<typeof ChatBlock>;

const partner = z.strictObject({ userId: UserId.describe("The other side") });

export const chatEndpoints = {
  listThreads: endpoint({
    method: "GET",
    path: "/v1/chat/threads",
    summary: "List conversations",
    description: "The latest first; cursors are ids of their last messages.",
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
    description: "Newest first. Without a conversation with that user the list is empty.",
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
    summary: "List whom one has blocked",
    description: "The latest first, a thousand at most.",
    tag: "chat",
    access: "session",
    answer: z.array(ChatBlock),
  }),
  readPresence: endpoint({
    method: "GET",
    path: "/v1/presence",
    summary: "Who is online",
    description: "As `presence:snapshot` tells it.",
    tag: "chat",
    access: "session",
    answer: PresenceSnapshot,
  }),
};
