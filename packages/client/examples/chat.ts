/**
 * Answers direct messages of users that are online.
 *
 *   JETWIRE_REALTIME=wss://… JETWIRE_TOKEN=eyJ… node chat.ts
 */
import process from "node:process";
import { connectRealtime } from "@jetwire/client";

const realtime = connectRealtime({
  url: process.env["JETWIRE_REALTIME"] ?? "",
  // Asked before each connection, and a minute before the token in use expires.
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

/** Under a name that goes with the question, so that it is answered once whatever happens. */
async function answer(id: string, recipientId: string, question: string): Promise<void> {
  await realtime.chat.markRead(recipientId);
  realtime.chat.typing(recipientId, true);
  const isThere = realtime.presence.online.has(recipientId);
  const body = `You said “${question}”${isThere ? "" : " and left"}.`;
  const sent = await realtime.chat.send({ recipientId, body, clientId: `re-${id}` });
  console.log("answered", sent.id);
}
