/**
 * Replies to direct messages.
 *
 *   JETWIRE_REALTIME=wss://… JETWIRE_TOKEN=eyJ… node chat.ts
 */
import process from "node:process";
import { connectRealtime } from "@jetwire/client";

const realtime = connectRealtime({
  url: process.env["JETWIRE_REALTIME"] ?? "",
  // Called before each connection, and a minute before the token expires.
  getToken: async () => process.env["JETWIRE_TOKEN"] ?? "",
});
let me = "";
realtime.on("chat:authenticated", ({ userId }) => {
  me = userId;
});
realtime.on("chat:message:new", ({ id, senderId, body }) => {
  if (senderId !== me) answer(id, senderId, body).catch(console.error);
});
realtime.on("notification:new", ({ id, title }) => {
  console.log(title);
  realtime.notifications.markRead(id).catch(console.error);
});
realtime.presence.onChange((online) => console.error(online.size, "online"));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void realtime.close());

/** The `clientId` is derived from the question, so that each question is answered once. */
async function answer(id: string, recipientId: string, question: string): Promise<void> {
  await realtime.chat.markRead(recipientId);
  realtime.chat.typing(recipientId, true);
  const isThere = realtime.presence.online.has(recipientId);
  const body = `You said “${question}”${isThere ? "" : " and left"}.`;
  const sent = await realtime.chat.send({ recipientId, body, clientId: `re-${id}` });
  console.log("answered", sent.id);
}
