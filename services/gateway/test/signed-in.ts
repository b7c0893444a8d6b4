import { randomUUID } from "node:crypto";
import { createKeySeal, issueToken, makeSigningKey, type SigningKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { testSigningKeySecret } from "@jetwire/testbed";
import type { Client, Rig, TestGateway } from "./rig.ts";

/** A user of a test, who signs in with tokens. */
export interface User {
  readonly userId: string;
  readonly username: string;
  token(ttlSeconds?: number): Promise<string>;
  /** Connects and waits until the session has begun and the snapshot is there. */
  signIn(gateway: Pick<TestGateway, "port">, ttlSeconds?: number): Promise<Client>;
}

export interface Users {
  readonly key: SigningKey;
  add(): Promise<User>;
}

let users = 0;

/** Makes a signing key and users for it. */
export async function createUsers(rig: Rig): Promise<Users> {
  const { sql } = rig.database.database;
  const key = await makeSigningKey();
  await db.signingKeys.addFirst(sql, createKeySeal(testSigningKeySecret).seal(key));

  async function add(): Promise<User> {
    const username = `user${++users}`;
    const account = await db.accounts.add(sql, username);
    if (account === null) throw new Error("the account exists");
    const userId = account.id;
    const token = (ttlSeconds = 900) =>
      issueToken({ userId, username, ttlSeconds, key, now: Date.now() });
    return {
      userId,
      username,
      token,
      async signIn(gateway, ttlSeconds) {
        const client = rig.connect(gateway, { auth: { token: await token(ttlSeconds) } });
        await client.next("presence:snapshot");
        return client;
      },
    };
  }
  return { key, add };
}

/** The id of a token. */
export function tokenIdOf(token: string): string {
  const claims: unknown = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  );
  return (claims as { jti: string }).jti;
}

/** All payloads of an event so far. */
export function payloads(client: Client, event: string): unknown[] {
  return client.events.filter(([name]) => name === event).map(([, payload]) => payload);
}

/** Emits with an acknowledgement callback and gives what it was called with. */
export async function ask(client: Client, event: string, payload: unknown): Promise<unknown> {
  return await client.socket.timeout(5_000).emitWithAck(event, payload);
}

/** Something that was sent has come through: what was sent before it would have come as well. */
export async function waitUntilDelivered(
  sender: Client,
  sends: User,
  recipient: Client,
  gets: User,
) {
  const body = `marker ${randomUUID()}`;
  await ask(sender, "chat:message:send", { recipientId: gets.userId, body });
  for (;;) {
    const events = payloads(recipient, "chat:message:new");
    if (events.some((message) => (message as { body: string }).body === body)) return sends.userId;
    await recipient.next("chat:message:new", events.length + 1);
  }
}
