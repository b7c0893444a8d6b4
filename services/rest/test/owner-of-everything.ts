import { randomBytes } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import type { openStores } from "@jetwire/redis";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { addKeyOwner, ask, type RestUnderTest } from "./rest-under-test.ts";
import { openCookie } from "./signed-in.ts";

const canary = "canary-7f3a";
const caps = { entriesMax: 100, ageMsMax: 3_600_000 };

interface Owning {
  readonly rest: RestUnderTest;
  readonly stores: ReturnType<typeof openStores>;
}

/** An account that has something of everything, each with the canary in it. */
export async function addOwner({ rest, stores }: Owning, name: string) {
  const { sql } = rest.database.database;
  const username = `${canary}-${name}`;
  const { accountId, key, keyId } = await addKeyOwner(rest.database, username, "unlimited");
  const partner = await addKeyOwner(rest.database, `partner-${name}`, "unlimited");
  await sql`update api_keys set label = ${username}, hint = ${username} where id = ${keyId}`;
  await db.identities.link(sql, accountId, { issuer: "https://login.example", subject: username });
  await addSignInMethods(rest, accountId, username);
  const ident = `station-${name}-51c2`;
  const station = await db.stations.add(sql, { ident, accountId, sourceType: "vdl" });
  const stationId = station?.id ?? 0;
  await sql`update stations set latitude = 47.123, longitude = 8.5, key_policy = 'required' where id = ${stationId}`;
  const messages = Array.from({ length: 5 }, () => testMessage({ stationId, text: "KEPT" }));
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  for (const { id } of messages) {
    await sql`insert into message_raws (id, raw) values (${id}, ${`{"station":"${ident}"}`})`;
  }
  const free = await db.stations.register(sql, {
    ident: `free-${name}`,
    sourceType: null,
    simulated: false,
  });
  await db.claims.request(sql, { stationId: free, accountId, note: username });
  const target = {
    channel: "webhook",
    url: `https://receiver.example/${username}`,
    secret: "whsec_NOT-TO-BE-EXPORTED",
  } as const;
  await db.destinations.add(sql, {
    accountId,
    name: username,
    address: username,
    target,
    types: ["system.announcement"],
    ruleIds: [],
  });
  // The quiet minute is hours away, whenever this runs.
  const hours = { zone: "UTC", from: clockIn(6), to: clockIn(7), keeps: true };
  await db.destinations.setQuietHours(sql, accountId, hours);
  const own = { title: username, body: username, data: {} };
  await db.notifications.add(sql, { userId: accountId, type: "system.announcement", ...own });
  await addProofs(sql, stationId, ident, { accountId, claimantId: partner.accountId });
  for (const [senderId, recipientId, body] of [
    [accountId, partner.accountId, `${username} says hello`],
    [partner.accountId, accountId, "an answer"],
  ] as const) {
    await db.chat.storeMessage(sql, { senderId, recipientId, body, clientId: body.slice(0, 20) });
  }
  const excerpt = {
    title: `Message from ${username}`,
    body: username,
    data: { senderId: accountId },
  };
  await db.notifications.add(sql, { userId: partner.accountId, type: "chat.message", ...excerpt });
  await ask(`${rest.url}/v1/auth/sessions`, key, { method: "POST" });
  await stores.stationIds.save(new Map([[ident, stationId]]));
  const updatedAt = new Date().toISOString();
  const owned = { stationId, ident, accountId, sourceType: "vdl", hidden: false, updatedAt };
  await stores.stationOwners.save([owned]);
  const access = { stationId, ident, policy: "any" as const, keyHashes: ["aGFzaA=="] };
  await stores.stationAccess.save([...((await stores.stationAccess.read()) ?? []), access]);
  const [message] = messages;
  await stores.feedLogs.of(accountId).append(
    [
      {
        stationId,
        messageId: message?.id ?? "",
        messageJson: JSON.stringify(message),
      },
    ],
    caps,
  );
  return { accountId, key, partner, stationId, ident, username, messages };
}

/** Returns the time of the day in UTC in some hours. */
function clockIn(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
}

/** Adds a profile and everything that signs its user in. */
async function addSignInMethods(
  rest: RestUnderTest,
  accountId: string,
  username: string,
): Promise<void> {
  const { sql } = rest.database.database;
  const email = `${username}@mail.example`;
  await sql`
    update accounts set email = ${email}, preferences = ${sql.json({ note: username })}
    where id = ${accountId}`;
  const passkey = { publicKey: randomBytes(77), counter: 0, transports: ["usb"], name: username };
  await db.passkeys.add(sql, accountId, { ...passkey, credentialId: username });
  await openCookie(rest, accountId);
  await sql`update web_sessions set user_agent = ${username} where account_id = ${accountId}`;
  const link = { tokenHash: randomBytes(32), accountId, email, seconds: 900 };
  await db.signIn.addLink(sql, { ...link, kind: "email-change" });
  const { accountId: _account, ...signUp } = link;
  const tokenHash = randomBytes(32);
  await db.signIn.addLink(sql, {
    ...signUp,
    tokenHash,
    kind: "sign-up",
    username: "somebody-else",
  });
  const values = { user: username, link: `https://jetwire.example/link#t=${username}` };
  await db.mails.queue(sql, { to: email, kind: "sign-up", values });
}

/** Adds rows that prove a station, or tell about its senders. */
async function addProofs(
  sql: Sql,
  stationId: number,
  ident: string,
  { accountId, claimantId }: { accountId: string; claimantId: string },
): Promise<void> {
  const keyHash = randomBytes(32);
  await db.stationKeys.issue(sql, { stationId, keyHash, hint: "jwst_abc", label: ident });
  await db.stationSources.add(sql, [
    { stationId, network: randomBytes(16), at: new Date().toISOString() },
  ]);
  const lastAt = new Date().toISOString();
  await db.stationRejects.add(sql, [
    { ident, reason: "unproven", count: 3, lastAt, detail: ident },
  ]);
  const [made] = await sql<{ id: string }[]>`
    insert into station_claims (station_id, account_id, note)
    values (${stationId}, ${claimantId}, ${ident}) returning id`;
  await db.claims.issueCode(sql, {
    claimId: made?.id ?? "",
    codeHash: randomBytes(32),
    seconds: 900,
  });
  const value = `192.0.2.${stationId}`;
  const block = { kind: "address", value, reason: null, expiresAt: null } as const;
  await db.senderBlocks.add(sql, block, { kind: "account", id: accountId });
}
