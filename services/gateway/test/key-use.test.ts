import * as db from "@jetwire/db";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rig[Symbol.asyncDispose]());

async function usedAt(accountId: string): Promise<number | null> {
  const [key] = await db.apiKeys.list(rig.database.database.sql, accountId);
  return key?.lastUsedAt == null ? null : Date.parse(key.lastUsedAt);
}

test("a key that opens feeds is noted as used, once for its connections on all gateways", async () => {
  const before = Date.now();
  const { accountId, apiKey } = await rig.feeder("AB-KSFO1");
  const connect = async (gateway = rig.gateways[0]) => {
    const client = rig.connect(gateway, { auth: { apiKey } });
    await client.next("feed:authenticated");
    return client;
  };
  const first = await connect();
  first.socket.disconnect();
  await expect.poll(() => usedAt(accountId), { timeout: 8_000 }).not.toBeNull();
  const noted = await usedAt(accountId);
  expect(noted).toBeGreaterThanOrEqual(before);
  const clients = await Promise.all([connect(), connect(), connect(rig.gateways[1])]);
  const other = await rig.feeder("AB-KSFO2");
  const last = rig.connect(rig.gateways[1], { auth: { apiKey: other.apiKey } });
  await last.next("feed:authenticated");
  await expect.poll(() => usedAt(other.accountId), { timeout: 8_000 }).not.toBeNull();
  // Whatever was noted of the others before that has been written.
  expect(await usedAt(accountId)).toBe(noted);
  for (const client of clients) expect(client.socket.connected).toBe(true);
});

test("an open connection keeps its key noted as used", async () => {
  const { accountId, apiKey } = await rig.feeder("AB-KSFO3");
  const client = rig.connect(rig.gateways[0], { auth: { apiKey } });
  await client.next("feed:authenticated");
  await expect.poll(() => usedAt(accountId), { timeout: 8_000 }).not.toBeNull();
  const later = Date.now() + 90_000;
  vi.useFakeTimers({ toFake: ["Date"], now: later });
  await expect.poll(() => usedAt(accountId), { timeout: 12_000 }).toBeGreaterThanOrEqual(later);
});
