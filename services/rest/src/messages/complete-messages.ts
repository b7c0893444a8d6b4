import * as db from "@jetwire/db";
import type { MessageViewer } from "@jetwire/db";
import { type CompletedMessage, type Message, withBestContent } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";

/**
 * Gives messages the content of their transmissions, with one query for all of them. It is looked up with each read, so
 * that a reception that was redacted, erased or hidden gives nothing any more.
 */
export async function completeMessages(
  readByKey: Read,
  messages: readonly Message[],
  viewer: MessageViewer,
): Promise<CompletedMessage[]> {
  if (messages.length === 0) return [];
  const copies = await readByKey((sql) => db.messages.copiesThatSayMore(sql, messages, viewer));
  return messages.map((message) => withBestContent(message, copies.get(message.id) ?? []));
}
