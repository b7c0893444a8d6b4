import * as db from "@jetwire/db";
import { Problem, Station, StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addKeyOwner, ask } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";
import { openClaims, secret, feeder, elsewhere, type Sent } from "./claim-scene.ts";

let at: Awaited<ReturnType<typeof openClaims>>;
beforeAll(async () => {
  at = await openClaims();
});
afterAll(() => at[Symbol.asyncDispose]());

// An account may have ten pending claims.
beforeEach(() => at.sql`delete from station_claims where decided_at is null`);

async function titles(accountId: string): Promise<string[]> {
  const rows = await at.sql<{ title: string }[]>`
    select title from notifications where user_id = ${accountId}`;
  return rows.map(({ title }) => title);
}

describe("a claim is approved at once", () => {
  test("if the claimant's network sent first, in 72 hours on three days and 90 % of the hours", async () => {
    const stationId = await at.addFeeding({ [feeder]: [79, 80], [elsewhere]: [20] });
    expect(await at.claim(stationId)).toMatchObject({ status: "approved", evidence: null });
    expect(await at.ownerOf(stationId)).toEqual({ owner: at.rest.accountId, proven: true });
    expect(await titles(at.rest.accountId)).toContain("Station claim approved");
    expect(await at.recordedOf(stationId)).toEqual(["claim.request", "claim.prove"]);
  });

  test("although somebody else claims it too, whose claim waits on", async () => {
    const stationId = await at.addFeeding({ [feeder]: [80] });
    const rival = await addKeyOwner(at.rest.database, "rival", "unlimited");
    await db.claims.request(at.sql, { stationId, accountId: rival.accountId, note: null });
    expect(await at.claim(stationId)).toMatchObject({ status: "approved" });
    const refused = await ask(`${at.rest.url}/v1/stations/${stationId}/claim`, rival.key, {
      method: "POST",
      body: { prove: true },
    });
    expect(refused.status).toBe(403);
  });

  const days = 24;
  test.each<[string, string | undefined, Record<string, Sent>]>([
    ["it sent in fewer hours", "too-few-hours", { [feeder]: [100 * days, 71] }],
    ["it sent on two days", "too-few-hours", { [feeder]: [30 * days - 2, 24] }],
    ["another network sent before", undefined, { [elsewhere]: [90, 1], [feeder]: [80] }],
    ["another network sent a moment before", undefined, { [elsewhere]: [99, 1], [feeder]: [99] }],
    // A feeder of weeks was silent when the stranger sent first, or sent from another network.
    [
      "it sent first in this hour only",
      undefined,
      { [elsewhere]: [21 * days, 480], [feeder]: [0] },
    ],
    [
      "others sent in more than a tenth of the hours",
      "several-networks",
      { [feeder]: [99, 80], [elsewhere]: [98] },
    ],
    ["none came from there", undefined, { [elsewhere]: [80] }],
    ["it has sent nothing", undefined, {}],
  ])("but waits for more hours or the operator if %s", async (_, result, sent) => {
    const stationId = await at.addFeeding(sent);
    await at.sql`update stations set created_at = least(created_at, now() - interval '4 days') where id = ${stationId}`;
    const made = await at.claim(stationId);
    expect(made).toMatchObject({ status: "pending" });
    expect(made.evidence?.result).toBe(result);
    expect(await at.ownerOf(stationId)).toMatchObject({ owner: null });
    expect(await at.recordedOf(stationId)).toEqual(["claim.request"]);
  });

  test("but nobody is proven if it is not known any more who sent first", async () => {
    const stationId = await at.addFeeding({ [feeder]: [80] });
    await at.sql`update stations set created_at = now() - interval '1 year' where id = ${stationId}`;
    expect(await at.claim(stationId)).toMatchObject({ status: "pending", evidence: null });
  });

  test("but waits if it is not asked for", async () => {
    const stationId = await at.addFeeding({ [feeder]: [80] });
    expect(await at.claim(stationId, { body: {} })).toMatchObject({ status: "pending" });
  });

  test("but nobody is proven while a dispute waits", async () => {
    const stationId = await at.addFeeding({ [feeder]: [1] });
    await at.claim(stationId);
    await db.claims.dispute(at.sql, { stationId, share: 0.5 });
    const network = hashNetwork(feeder, secret);
    await at.sql`update stations set created_at = now() - interval '80 hours' where id = ${stationId}`;
    await at.sql`delete from station_sources where station_id = ${stationId}`;
    await addSentHours(at.sql, { stationId, network, fromHoursAgo: 80 });
    expect((await at.claim(stationId)).evidence).toMatchObject({ result: "disputed" });
    expect(await db.claims.listProvable(at.sql, 100)).toEqual([]);
    await at.sql`delete from claim_disputes where station_id = ${stationId}`;
  });
});

describe("in the first three days of a station, a claim of the network that sent first is provisional", () => {
  test("at once, and gives the feed and a starter key", async () => {
    const stationId = await at.addFeeding({ [feeder]: [0] });
    const made = await at.claim(stationId);
    expect(made).toMatchObject({
      status: "provisional",
      decidedAt: null,
      evidence: { hours: 1, days: 1, result: "provisional" },
    });
    expect(await at.ownerOf(stationId)).toEqual({ owner: at.rest.accountId, proven: false });
    expect(await at.recordedOf(stationId)).toEqual(["claim.request", "claim.provisional"]);
    expect(await titles(at.rest.accountId)).toContain("Station claimed provisionally");
    const { settings } = Station.parse(
      await (await ask(`${at.rest.url}/v1/stations/${stationId}`, at.rest.key)).json(),
    );
    expect(settings).toMatchObject({ proven: false, keyPolicy: "any" });
    const keys = (await db.apiKeys.list(at.sql, at.rest.accountId)).length;
    const body = { stationId, tier: "starter" };
    const issued = await ask(`${at.rest.url}/v1/keys`, at.rest.key, { method: "POST", body });
    expect([issued.status, (await db.apiKeys.list(at.sql, at.rest.accountId)).length]).toEqual([
      201,
      keys + 1,
    ]);
    // Claiming again changes nothing.
    expect(await at.claim(stationId)).toEqual(made);
  });

  test("but not that of a network that sent later, nor after the three days", async () => {
    const later = await at.addFeeding({ [elsewhere]: [2], [feeder]: [1] });
    expect(await at.claim(later)).toMatchObject({ status: "pending", evidence: null });
    const old = await at.addFeeding({ [feeder]: [73, 50] });
    // 50 hours are in three or four days of UTC.
    const days = dayBefore(24) - dayBefore(73) + 1;
    expect((await at.claim(old)).evidence).toEqual({ hours: 50, days, result: "too-few-hours" });
    expect(await at.ownerOf(old)).toMatchObject({ owner: null });
  });

  test("and the key policy `required`, a transfer and an erasure are refused, with what is missing", async () => {
    const stationId = await at.addFeeding({ [feeder]: [0] });
    await at.claim(stationId);
    const [row] = await at.sql<
      { ident: string }[]
    >`select ident from stations where id = ${stationId}`;
    await addKeyOwner(at.rest.database, "taker");
    const keyHash = Buffer.alloc(32, stationId);
    await db.stationKeys.issue(at.sql, { stationId, keyHash, hint: "jws_x", label: null });
    const url = `${at.rest.url}/v1/stations/${stationId}`;
    const { token } = await signIn(at.rest, at.rest.accountId);
    for (const [path, method, body] of [
      ["", "PATCH", { keyPolicy: "required" }],
      ["/transfer", "POST", { username: "taker" }],
      ["", "DELETE", { confirm: row?.ident }],
    ] as const) {
      const response = await ask(url + path, token, { method, body });
      expect(response.status).toBe(403);
      expect(Problem.parse(await response.json()).message).toMatch(
        /yet: your claim is provisional. Messages in 72 hours on 3 days/,
      );
    }
    // What shuts nobody out is not.
    const other = await ask(url, at.rest.key, { method: "PATCH", body: { keyPolicy: "any" } });
    expect(other.status).toBe(200);
    await at.sql`update stations set owner_proven = true where id = ${stationId}`;
    const required = { method: "PATCH", body: { keyPolicy: "required" } };
    expect((await ask(url, at.rest.key, required)).status).toBe(200);
  });

  test("and becomes proven by the hours that follow", async () => {
    const stationId = await at.addFeeding({ [feeder]: [0] });
    const { id } = await at.claim(stationId);
    expect((await db.claims.listProvable(at.sql, 100)).map((one) => one.id)).not.toContain(id);
    const network = hashNetwork(feeder, secret);
    await addSentHours(at.sql, { stationId, network, fromHoursAgo: 75 });
    const provable = (await db.claims.listProvable(at.sql, 100)).find((one) => one.id === id);
    expect(provable).toMatchObject({ stationId, accountId: at.rest.accountId });
    expect(await db.claims.prove(at.sql, { id, accountId: at.rest.accountId }, network)).toBe(
      "proven",
    );
    expect(await at.ownerOf(stationId)).toEqual({ owner: at.rest.accountId, proven: true });
    expect((await claimsOf(at.rest.key)).find((one) => one.id === id)).toMatchObject({
      status: "approved",
    });
  });

  test("and somebody else may ask the operator for the station", async () => {
    const stationId = await at.addFeeding({ [feeder]: [0] });
    await at.claim(stationId);
    const other = await addKeyOwner(at.rest.database, "other", "unlimited");
    expect(await at.claim(stationId, { key: other.key })).toMatchObject({ status: "pending" });
    expect(await at.ownerOf(stationId)).toEqual({ owner: at.rest.accountId, proven: false });
  });
});

async function claimsOf(key: string): Promise<StationClaim[]> {
  const response = await ask(`${at.rest.url}/v1/claims`, key);
  return ((await response.json()) as unknown[]).map((one) => StationClaim.parse(one));
}

/** Returns the number of the UTC day some hours ago. */
function dayBefore(hours: number): number {
  return Math.floor((Date.now() / 3_600_000 - hours) / 24);
}
