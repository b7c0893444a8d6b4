import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { Problem, Station, StationTransfer } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

let rest: RestUnderTest;
let sql: Sql;
let owners = 0;
beforeAll(async () => {
  rest = await startRest();
  ({ sql } = rest.database.database);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function addOwner() {
  const username = `owner${++owners}`;
  const { accountId } = await addKeyOwner(rest.database, username, "unlimited");
  // The token of a user who has just signed in: no key gives a station away.
  const { token } = await signIn(rest, accountId);
  return { accountId, key: token, username };
}

async function addOwned(accountId: string): Promise<number> {
  const ident = `AB-${crypto.randomUUID().slice(0, 8)}`;
  return (await db.stations.add(sql, { ident, accountId, sourceType: "vdl" }))?.id ?? 0;
}

function offer(key: string, stationId: number, username: string): Promise<Response> {
  const url = `${rest.url}/v1/stations/${stationId}/transfer`;
  return ask(url, key, { method: "POST", body: { username } });
}

async function offered(key: string, stationId: number, username: string) {
  const response = await offer(key, stationId, username);
  expect(response.status).toBe(201);
  return StationTransfer.parse(await response.json());
}

function accept(key: string, id: string): Promise<Response> {
  return ask(`${rest.url}/v1/transfers/${id}/accept`, key, { method: "POST" });
}

/** Lets the hours pass in which steps can be called off, and carries out what is due. */
async function passHours(hours: number): Promise<number> {
  await sql`update station_transfers set due_at = due_at - make_interval(hours => ${hours})`;
  await sql`update planned_erasures set due_at = due_at - make_interval(hours => ${hours})`;
  const moved = await Promise.all(
    (await db.transfers.listDue(sql, 100)).map((due) => db.transfers.carryOut(sql, due)),
  );
  for (const due of await db.erasures.listDue(sql, 100)) await db.erasures.carryOut(sql, due);
  return moved.filter((isMoved) => isMoved).length;
}

async function listed(key: string): Promise<StationTransfer[]> {
  const response = await ask(`${rest.url}/v1/transfers`, key);
  return z.array(StationTransfer).parse(await response.json());
}

async function ownerOf(stationId: number): Promise<unknown> {
  const [row] = await sql`select account_id as owner from stations where id = ${stationId}`;
  return row?.["owner"];
}

async function notificationsOf(accountId: string): Promise<string[]> {
  const rows = await sql<{ title: string }[]>`
    select title from notifications where user_id = ${accountId} order by id`;
  return rows.map(({ title }) => title);
}

test("a station belongs to the user who accepts it a day later, and both are notified", async () => {
  const [giver, taker] = [await addOwner(), await addOwner()];
  const stationId = await addOwned(giver.accountId);
  const transfer = await offered(giver.key, stationId, taker.username.toUpperCase());
  expect(transfer).toMatchObject({
    station: { id: stationId },
    from: giver.username,
    to: taker.username,
    incoming: false,
  });
  expect(await ownerOf(stationId)).toBe(giver.accountId);
  expect(await listed(taker.key)).toMatchObject([{ id: transfer.id, incoming: true }]);
  expect(await notificationsOf(taker.accountId)).toEqual(["A station is offered to you"]);
  const accepted = await accept(taker.key, transfer.id);
  expect(accepted.status).toBe(202);
  const { effectiveAt } = StationTransfer.parse(await accepted.json());
  const hours = (Date.parse(effectiveAt ?? "") - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  expect(await notificationsOf(giver.accountId)).toEqual(["Your station was accepted"]);
  expect(await passHours(23)).toBe(0);
  expect(await ownerOf(stationId)).toBe(giver.accountId);
  // The offer has expired meanwhile: that it was accepted counts.
  await sql`update station_transfers set expires_at = now() where id = ${transfer.id}`;
  expect(await listed(giver.key)).toMatchObject([
    { id: transfer.id, effectiveAt: expect.any(String) },
  ]);
  expect(await passHours(1)).toBe(1);
  expect(await passHours(24)).toBe(0);
  expect(await ownerOf(stationId)).toBe(taker.accountId);
  expect(await db.stations.listOwned(sql, giver.accountId)).toEqual([]);
  expect(await notificationsOf(giver.accountId)).toEqual([
    "Your station was accepted",
    "Station given away",
  ]);
  expect((await notificationsOf(taker.accountId)).at(-1)).toBe("Station received");
  expect((await accept(taker.key, transfer.id)).status).toBe(404);
  const actions = await sql`select action, account_id from audit_log
    where object_kind = 'station' and object_id = ${String(stationId)} order by id`;
  expect(actions.slice(1)).toEqual([
    { action: "station.transfer", accountId: giver.accountId },
    { action: "station.transfer-accept", accountId: giver.accountId },
    { action: "station.move", accountId: giver.accountId },
  ]);
});

test.each(["giver", "taker"])(
  "an accepted transfer is called off by its %s until it is due",
  async (who) => {
    const [giver, taker] = [await addOwner(), await addOwner()];
    const stationId = await addOwned(giver.accountId);
    const { id } = await offered(giver.key, stationId, taker.username);
    expect((await accept(taker.key, id)).status).toBe(202);
    await passHours(23);
    const [by, other] = who === "giver" ? [giver, taker] : [taker, giver];
    const end = () => ask(`${rest.url}/v1/transfers/${id}`, by.key, { method: "DELETE" });
    expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
    expect((await notificationsOf(other.accountId)).at(-1)).toBe("Transfer called off");
    await passHours(24);
    expect(await ownerOf(stationId)).toBe(giver.accountId);
  },
);

test("no key gives or takes a station, whatever its scopes", async () => {
  const [giver, taker] = [await addOwner(), await addOwner()];
  const stationId = await addOwned(giver.accountId);
  const { id } = await offered(giver.key, stationId, taker.username);
  for (const owner of [giver, taker]) {
    const strong = await addKeyOwner(rest.database, `strong-${owner.username}`, "unlimited");
    await sql`update api_keys set account_id = ${owner.accountId} where id = ${strong.keyId}`;
    const opened = await ask(`${rest.url}/v1/auth/sessions`, strong.key, { method: "POST" });
    const { token } = z.object({ token: z.string() }).parse(await opened.json());
    for (const credential of [strong.key, token]) {
      expect((await accept(credential, id)).status).toBe(403);
      expect((await offer(credential, stationId, taker.username)).status).toBe(403);
    }
  }
  expect(await listed(giver.key)).toMatchObject([{ id, effectiveAt: null }]);
});

test("only the user to whom it was offered accepts, and only the two of them end it", async () => {
  const [giver, taker, other] = [await addOwner(), await addOwner(), await addOwner()];
  const stationId = await addOwned(giver.accountId);
  const { id } = await offered(giver.key, stationId, taker.username);
  const end = (key: string) => ask(`${rest.url}/v1/transfers/${id}`, key, { method: "DELETE" });
  expect((await accept(other.key, id)).status).toBe(404);
  expect((await accept(giver.key, id)).status).toBe(404);
  expect((await end(other.key)).status).toBe(404);
  expect(await listed(other.key)).toEqual([]);
  expect((await end(taker.key)).status).toBe(204);
  expect((await accept(taker.key, id)).status).toBe(404);
  expect(await ownerOf(stationId)).toBe(giver.accountId);
});

test.each([
  ["declined", ["Your offer was declined"]],
  ["withdrawn", []],
])("the owner is notified of an offer that is declined: %s", async (how, notified) => {
  const [giver, taker] = [await addOwner(), await addOwner()];
  const { id } = await offered(giver.key, await addOwned(giver.accountId), taker.username);
  const { key } = how === "declined" ? taker : giver;
  expect((await ask(`${rest.url}/v1/transfers/${id}`, key, { method: "DELETE" })).status).toBe(204);
  expect(await notificationsOf(giver.accountId)).toEqual(notified);
  expect(await notificationsOf(taker.accountId)).toEqual(["A station is offered to you"]);
});

test("a later offer replaces an earlier one, and an expired one is not accepted", async () => {
  const [giver, first, second] = [await addOwner(), await addOwner(), await addOwner()];
  const stationId = await addOwned(giver.accountId);
  const earlier = await offered(giver.key, stationId, first.username);
  const later = await offered(giver.key, stationId, second.username);
  expect((await accept(first.key, earlier.id)).status).toBe(404);
  await sql`update station_transfers set expires_at = now() where id = ${later.id}`;
  expect((await accept(second.key, later.id)).status).toBe(404);
  expect(await listed(second.key)).toEqual([]);
});

test("an offer ends when the station gets another owner meanwhile", async () => {
  const [giver, taker] = [await addOwner(), await addOwner()];
  const stationId = await addOwned(giver.accountId);
  const { id } = await offered(giver.key, stationId, taker.username);
  await sql`update stations set account_id = ${rest.accountId} where id = ${stationId}`;
  expect((await accept(taker.key, id)).status).toBe(404);
  expect(await ownerOf(stationId)).toBe(rest.accountId);
});

describe("a station is not offered", () => {
  test("to nobody, to oneself, or to who has blocked the owner, and all answers are the same", async () => {
    const [giver, blocker] = [await addOwner(), await addOwner()];
    await db.chat.addBlock(sql, blocker.accountId, giver.accountId);
    const stationId = await addOwned(giver.accountId);
    for (const name of ["nobody", giver.username, blocker.username]) {
      const refused = await offer(giver.key, stationId, name);
      expect(refused.status).toBe(400);
      expect(Problem.parse(await refused.json()).errors).toEqual([
        { field: "username", message: "must be the name of another user, who lets you write" },
      ]);
    }
  });

  test("by another account, or if too many are offered to the user", async () => {
    const [giver, taker] = [await addOwner(), await addOwner()];
    const foreign = await addOwned(rest.accountId);
    expect((await offer(giver.key, foreign, taker.username)).status).toBe(404);
    for (let n = 0; n < 20; n++) {
      await offered(giver.key, await addOwned(giver.accountId), taker.username);
    }
    const last = await addOwned(giver.accountId);
    expect((await offer(giver.key, last, taker.username)).status).toBe(403);
  });
});

test("an erased account has no transfers", async () => {
  const [giver, taker] = [await addOwner(), await addOwner()];
  await offered(giver.key, await addOwned(giver.accountId), taker.username);
  const body = { confirm: taker.username };
  const erased = await ask(`${rest.url}/v1/me`, taker.key, { method: "DELETE", body });
  expect(erased.status).toBe(202);
  await passHours(24);
  expect(await listed(giver.key)).toEqual([]);
});

test("an owner who lets users write is shown to them, and to no anonymous viewer", async () => {
  const [owner, reader] = [await addOwner(), await addOwner()];
  const stationId = await addOwned(owner.accountId);
  const url = `${rest.url}/v1/stations/${stationId}`;
  const read = async (key: string) => Station.parse(await (await ask(url, key)).json());
  expect((await read(reader.key)).contact).toBeNull();
  const changed = await ask(url, owner.key, { method: "PATCH", body: { acceptsMessages: true } });
  expect(Station.parse(await changed.json()).settings).toMatchObject({ acceptsMessages: true });
  const contact = { userId: owner.accountId, username: owner.username };
  expect(await read(reader.key)).toMatchObject({ contact, settings: null });
  const headers = { origin: rest.url };
  const opened = await ask(`${rest.url}/v1/auth/sessions`, null, { method: "POST", headers });
  const { token } = z.object({ token: z.string() }).parse(await opened.json());
  expect((await read(token)).contact).toBeNull();
});
