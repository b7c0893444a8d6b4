import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, type Feeder, openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

async function keyIdOf({ accountId }: Feeder): Promise<string> {
  const { sql } = rig.database.database;
  const [row] = await sql<
    { id: string }[]
  >`select id from api_keys where account_id = ${accountId}`;
  return row?.id ?? "";
}

async function connectBoth({ apiKey }: Feeder): Promise<Client[]> {
  const clients = rig.gateways.map((gateway) => rig.connect(gateway, { auth: { apiKey } }));
  await Promise.all(clients.map((client) => client.next("feed:authenticated")));
  return clients;
}

/** Cut with these last words, and nothing of what is appended afterwards. */
async function expectCut(clients: readonly Client[], feeder: Feeder, message: string) {
  for (const client of clients) expect(await client.disconnected()).toBe("io server disconnect");
  await rig.append(feeder.accountId, testMessage({ stationId: feeder.stationIds[0] ?? 0 }));
  for (const client of clients) {
    expect(client.events.slice(-2)).toEqual([
      ["feed:error", { message }],
      ["(disconnected)", "io server disconnect"],
    ]);
  }
  const { apiKey } = feeder;
  const again = rig.connect(rig.gateways[1], { auth: { apiKey } });
  expect(await again.next("feed:error")).toEqual([{ message: "Invalid API key" }]);
}

test("A-23: sockets of a revoked key are closed on every gateway, at once after the notice", async () => {
  const feeder = await rig.feeder("KE-NOTICE");
  const bystander = await rig.feeder("KE-STAYS");
  const clients = await connectBoth(feeder);
  const [staying] = await connectBoth(bystander);
  const keyId = await keyIdOf(feeder);
  await db.apiKeys.revoke(rig.database.database.sql, keyId);
  const revokedMs = performance.now();
  await openStores(rig.redis, rig.keys.namespace).notices.publish({ kind: "key-revoked", keyId });
  await expectCut(clients, feeder, "API key revoked");
  expect(performance.now() - revokedMs).toBeLessThan(1_500);
  expect(staying?.socket.connected).toBe(true);
  expect(await rig.gateways[0].metrics.text()).toContain(
    'jetwire_gateway_connections_cut_total{reason="key-revoked"} 1',
  );
});

test("F-63, A-22: without a notice, sockets of a revoked or expired key or an ended account are closed within 5 s", async () => {
  const { sql } = rig.database.database;
  const [revoked, expired, ended] = [
    await rig.feeder("KE-LOST"),
    await rig.feeder("KE-EXPIRED"),
    await rig.feeder("KE-ENDED"),
  ];
  const clients = await Promise.all([revoked, expired, ended].map(connectBoth));
  const beganMs = performance.now();
  await db.apiKeys.revoke(sql, await keyIdOf(revoked));
  await sql`update api_keys set expires_at = now() where account_id = ${expired.accountId}`;
  await db.accounts.end(sql, ended.username);
  await expectCut(clients[0] ?? [], revoked, "API key revoked");
  await expectCut(clients[1] ?? [], expired, "API key expired");
  await expectCut(clients[2] ?? [], ended, "Account ended");
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});

test("a wrong notice and an unreadable one end nothing", async () => {
  const feeder = await rig.feeder("KE-RUMOUR");
  const [client] = await connectBoth(feeder);
  for (const text of ["", "null", '{"kind":"key-revoked"}', '{"kind":"other","keyId":"x"}']) {
    await rig.redis.spublish(rig.keys.notices, text);
  }
  const keyId = await keyIdOf(feeder);
  await openStores(rig.redis, rig.keys.namespace).notices.publish({ kind: "key-revoked", keyId });
  await openStores(rig.redis, rig.keys.namespace).notices.publish({
    kind: "account-changed",
    accountId: feeder.accountId,
  });
  const message = testMessage({ stationId: feeder.stationIds[0] ?? 0 });
  await rig.append(feeder.accountId, message);
  expect(await client?.next("feed:message")).toEqual([message]);
});
