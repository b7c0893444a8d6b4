import { z } from "zod";
import { ChatMessage, UserId } from "../chat.ts";
import { isMessageId } from "../message-id.ts";
import { Instant } from "../message.ts";
import { PresenceSnapshot } from "../presence.ts";
import { endpoint } from "./endpoint.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

const ChatCursor = parameter.refine(isMessageId, "must be a chat message id");

/** The query of lists of chat messages and threads; cursors are chat message ids. */
export const ChatQuery = z
  .strictObject({
    limit: pageLimit,
    before: ChatCursor.optional(),
    after: ChatCursor.optional(),
  })
  .check(refuseEmptyRange);
export type ChatQuery = z.infer<typeof ChatQuery>;

/** Unread messages of a thread are counted this far. */
export const unreadCountMax = 100;

/** A conversation, as one of its two sides has it. */
export const ChatThread = z.strictObject({
  /** The other side. */
  userId: z.string(),
  username: z.string(),
  /** The thread's cursor is its id. */
  lastMessage: ChatMessage,
  /** Messages of the other side since it was read; no more than 100 are counted. */
  unreadCount: z.int().nonnegative().max(unreadCountMax),
  /** Until when it was read by oneself, and by the other side. */
  readAt: Instant.nullable(),
  partnerReadAt: Instant.nullable(),
});
export type ChatThread = z.infer<typeof ChatThread>;

/** Somebody one has blocked. */
export const ChatBlock = z.strictObject({
  userId: z.string(),
  username: z.string(),
  createdAt: Instant,
});
export type ChatBlock = z.infer<typeof ChatBlock>;

const partner = z.strictObject({ userId: UserId });

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
