import * as db from "@jetwire/db";
import type { MessageFilter, MessageViewer } from "@jetwire/db";
import {
  conversationMinutes,
  type Message,
  messageIdFloor,
  messageIdTimeMs,
} from "@jetwire/protocol";
import type { Readers } from "../../database-reader.ts";
import { completeMessages } from "../complete-messages.ts";
import { linkConversation, type LinkedConversation } from "./link-conversation.ts";

/** Messages that are read before a message, and as many after it. */
const sideRowsMax = 250;

/** Reads the messages of the same airframe around a message, and returns those that belong together with it. */
export async function readConversation(
  { read, readByKey }: Readers,
  asked: Message,
  viewer: MessageViewer,
): Promise<LinkedConversation> {
  const aircraft = aircraftOf(asked);
  if (aircraft === null) return linkConversation([asked], asked.id);
  const timeMs = messageIdTimeMs(asked.id);
  const filter = {
    ...aircraft,
    viewer,
    sinceId: messageIdFloor(timeMs - conversationMinutes * 60_000),
    untilId: messageIdFloor(timeMs + conversationMinutes * 60_000),
  };
  const limit = sideRowsMax;
  const [before, after] = await Promise.all([
    read((sql) => db.messages.list(sql, filter, { limit, before: asked.id })),
    read((sql) => db.messages.list(sql, filter, { limit, after: asked.id })),
  ]);
  const others = oneOfEach(asked, [...before, ...after]);
  const found = linkConversation(await completeMessages(readByKey, others, viewer), asked.id);
  const isWhole = before.length < limit && after.length < limit;
  return { ...found, complete: found.complete && isWhole };
}

/** Returns by what the messages of the same aircraft are found; null if the message names none. */
function aircraftOf(message: Message): Omit<MessageFilter, "viewer"> | null {
  const { airframeId, tail, linkDirection, fromHex, toHex } = message;
  if (airframeId !== null) return { airframeIds: [airframeId] };
  if (tail !== null) return { tail: tail.replaceAll("-", "") };
  const address = linkDirection === "uplink" ? toHex : fromHex;
  return address === null ? null : { unlinkedIcao: address };
}

/** Returns one message for each transmission: the asked one, and of others the first that is visible. */
function oneOfEach(asked: Message, others: readonly Message[]): Message[] {
  const byGroup = new Map<string, Message>();
  for (const message of others) {
    const known = byGroup.get(message.groupId);
    if (known === undefined || message.id < known.id) byGroup.set(message.groupId, message);
  }
  byGroup.set(asked.groupId, asked);
  return [...byGroup.values()];
}
