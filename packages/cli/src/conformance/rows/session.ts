import { setTimeout as wait } from "node:timers/promises";
import { expectThat } from "../broken-promise.ts";
import { type Row, withAccounts } from "../row.ts";
import type { Service } from "../service.ts";
import type { StockClient } from "../stock-client.ts";
import type { TemporaryAccount } from "../temporary-accounts.ts";

const chatsMax = 30;
const quietMs = 2_000;

/** The promises of sessions of users. */
export const sessionRows: readonly Row[] = [
  {
    rows: ["R-46"],
    promise: "chat is refused to a client without a session, and has no effect",
    async try(service) {
      const client = service.connect();
      client.socket.emit("chat:typing", { recipientId: crypto.randomUUID(), isTyping: true });
      const { message } = await client.receive("chat:error");
      expectThat(message !== "", "the message is empty");
    },
  },
  withAccounts(
    ["R-40", "R-41"],
    "a session gets the users that are online, and each change",
    async (service, { owner, other }) => {
      const watching = await signIn(service, owner);
      const { online } = await watching.receive("presence:snapshot");
      expectThat(online.includes(owner.id), "the user itself is not in the snapshot");
      await signIn(service, other);
      await watching.receive("presence:update", (one) => one.userId === other.id && one.online);
    },
  ),
  withAccounts(
    ["R-42", "R-43", "R-44"],
    "a direct message, its being read, and typing reach the other side",
    async (service, { owner, other }) => {
      const [sender, receiver] = [await signIn(service, owner), await signIn(service, other)];
      sender.socket.emit("chat:typing", { recipientId: other.id, isTyping: true });
      await receiver.receive("chat:typing", ({ userId }) => userId === owner.id);
      const body = `conformance ${crypto.randomUUID()}`;
      sender.socket.emit("chat:message:send", { recipientId: other.id, body });
      for (const client of [sender, receiver]) {
        const message = await client.receive("chat:message:new", (one) => one.body === body);
        expectThat(message.senderId === owner.id, `the sender is ${message.senderId}`);
      }
      receiver.socket.emit("chat:thread:read", { userId: owner.id });
      await sender.receive("chat:thread:read", ({ userId }) => userId === other.id);
    },
  ),
  withAccounts(
    ["R-45"],
    "a notification arrives as it is made",
    async (service, { owner, other }) => {
      const [sender, receiver] = [await signIn(service, other), await signIn(service, owner)];
      const body = `conformance ${crypto.randomUUID()}`;
      receiver.socket.disconnect();
      sender.socket.emit("chat:message:send", { recipientId: owner.id, body });
      await sender.receive("chat:message:new", (one) => one.body === body);
      const back = await signIn(service, owner);
      await back.receive("notification:new");
    },
  ),
  withAccounts(
    ["R-49", "R-50"],
    "the 31st chat message of a minute is refused, and sent to nobody",
    async (service, { owner, other }) => {
      const [sender, receiver] = [await signIn(service, owner), await signIn(service, other)];
      const mark = crypto.randomUUID();
      for (let n = 1; n <= chatsMax + 1; n++) {
        sender.socket.emit("chat:message:send", { recipientId: other.id, body: `${mark} ${n}` });
      }
      const { message } = await sender.receive("chat:error");
      expectThat(message === "Rate limit exceeded", `the message is ${JSON.stringify(message)}`);
      await wait(quietMs);
      const came = receiver.payloads("chat:message:new").filter((one) => one.body.startsWith(mark));
      expectThat(came.length === chatsMax, `${came.length} of ${chatsMax} came`);
    },
  ),
];

async function signIn(service: Service, { token }: TemporaryAccount): Promise<StockClient> {
  const client = service.connect({ auth: { token } });
  await client.receive("presence:snapshot");
  return client;
}
