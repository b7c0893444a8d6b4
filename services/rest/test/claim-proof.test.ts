import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { ClaimCode, ClaimCodeDetails, Problem, Station, StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

const secret = "an address secret of the tests";
const feeder = "127.0.0.1";
const elsewhere = "192.0.2.1";
const publicUrl = "https://jetwire.example";

let rest: RestUnderTest;
let sql: Sql;
beforeAll(async () => {
  rest = await startRest({
    INGEST_ADDRESS_SECRET: secret,
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
    PUBLIC_URL: publicUrl,
  });
  ({ sql } = rest.database.database);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

// An account may have ten pending claims.
beforeEach(() => sql`delete from station_claims where decided_at is null`);

/** The hours in which an address sent. */
type Sent = readonly [fromHoursAgo: number, hours?: number];

/** A station without an owner, and the hours in which addresses sent under its ident. */
async function addFeeding(sent: Readonly<Record<string, Sent>>): Promise<number> {
  const ident = `AB-${crypto.randomUUID().slice(0, 8)}`;
  const stationId = await db.stations.register(sql, {
    ident,
    sourceType: "acars",
    simulated: false,
  });
  for (const [address, [fromHoursAgo, hours]] of Object.entries(sent)) {
    const network = hashNetwork(address, secret);
    await addSentHours(sql, { stationId, network, fromHoursAgo, ...(hours && { hours }) });
  }
  return stationId;
}

async function claim(
  stationId: number,
  { body = { prove: true }, key = rest.key }: { body?: object; key?: string } = {},
): Promise<StationClaim> {
  const url = `${rest.url}/v1/stations/${stationId}/claim`;
  const response = await ask(url, key, { method: "POST", body });
  expect(response.status).toBe(202);
  return StationClaim.parse(await response.json());
}

async function issueCode(stationId: number): Promise<ClaimCode> {
  const url = `${rest.url}/v1/stations/${stationId}/claim/code`;
  const response = await ask(url, rest.key, { method: "POST" });
  expect(response.status).toBe(201);
  return ClaimCode.parse(await response.json());
}

async function use(code: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${rest.url}/c/${code}`, { method: "POST", headers });
}

interface Owned {
  readonly owner: string | null;
  readonly proven: boolean;
}

async function ownerOf(stationId: number): Promise<Owned> {
  const [row] = await sql<(Owned & { listed: boolean })[]>`
    select account_id as owner, owner_proven as proven, not provisional as listed
    from stations where id = ${stationId}`;
  if (row === undefined) throw new Error("there is no such station");
  if (row.owner !== null && !row.listed) throw new Error("a claimed station is not listed");
  return { owner: row.owner, proven: row.proven };
}

/** The actions of the claimant about a station, oldest first. */
async function recordedOf(stationId: number): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    select action from audit_log
    where object_kind = 'station' and object_id = ${String(stationId)}
      and actor_kind = 'account' and actor = ${rest.accountId} and account_id = actor::uuid
    order by id`;
  return rows.map(({ action }) => action);
}

async function titles(accountId: string): Promise<string[]> {
  const rows = await sql<{ title: string }[]>`
    select title from notifications where user_id = ${accountId}`;
  return rows.map(({ title }) => title);
}

describe("a claim is approved at once", () => {
  test("if the claimant's network sent first, in 72 hours on three days and 90 % of the hours", async () => {
    const stationId = await addFeeding({ [feeder]: [79, 80], [elsewhere]: [20] });
    expect(await claim(stationId)).toMatchObject({ status: "approved", evidence: null });
    expect(await ownerOf(stationId)).toEqual({ owner: rest.accountId, proven: true });
    expect(await titles(rest.accountId)).toContain("Station claim approved");
    expect(await recordedOf(stationId)).toEqual(["claim.request", "claim.prove"]);
  });

  test("although somebody else claims it too, whose claim waits on", async () => {
    const stationId = await addFeeding({ [feeder]: [80] });
    const rival = await addKeyOwner(rest.database, "rival", "unlimited");
    await db.claims.request(sql, { stationId, accountId: rival.accountId, note: null });
    expect(await claim(stationId)).toMatchObject({ status: "approved" });
    const refused = await ask(`${rest.url}/v1/stations/${stationId}/claim`, rival.key, {
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
    const stationId = await addFeeding(sent);
    await sql`update stations set created_at = least(created_at, now() - interval '4 days') where id = ${stationId}`;
    const made = await claim(stationId);
    expect(made).toMatchObject({ status: "pending" });
    expect(made.evidence?.result).toBe(result);
    expect(await ownerOf(stationId)).toMatchObject({ owner: null });
    expect(await recordedOf(stationId)).toEqual(["claim.request"]);
  });

  test("but nobody is proven if it is not known any more who sent first", async () => {
    const stationId = await addFeeding({ [feeder]: [80] });
    await sql`update stations set created_at = now() - interval '1 year' where id = ${stationId}`;
    expect(await claim(stationId)).toMatchObject({ status: "pending", evidence: null });
  });

  test("but waits if it is not asked for", async () => {
    const stationId = await addFeeding({ [feeder]: [80] });
    expect(await claim(stationId, { body: {} })).toMatchObject({ status: "pending" });
  });

  test("but nobody is proven while a dispute waits", async () => {
    const stationId = await addFeeding({ [feeder]: [1] });
    await claim(stationId);
    await db.claims.dispute(sql, { stationId, share: 0.5 });
    const network = hashNetwork(feeder, secret);
    await sql`update stations set created_at = now() - interval '80 hours' where id = ${stationId}`;
    await sql`delete from station_sources where station_id = ${stationId}`;
    await addSentHours(sql, { stationId, network, fromHoursAgo: 80 });
    expect((await claim(stationId)).evidence).toMatchObject({ result: "disputed" });
    expect(await db.claims.listProvable(sql, 100)).toEqual([]);
    await sql`delete from claim_disputes where station_id = ${stationId}`;
  });
});

describe("in the first three days of a station, a claim of the network that sent first is provisional", () => {
  test("at once, and gives the feed and a starter key", async () => {
    const stationId = await addFeeding({ [feeder]: [0] });
    const made = await claim(stationId);
    expect(made).toMatchObject({
      status: "provisional",
      decidedAt: null,
      evidence: { hours: 1, days: 1, result: "provisional" },
    });
    expect(await ownerOf(stationId)).toEqual({ owner: rest.accountId, proven: false });
    expect(await recordedOf(stationId)).toEqual(["claim.request", "claim.provisional"]);
    expect(await titles(rest.accountId)).toContain("Station claimed provisionally");
    const { settings } = Station.parse(
      await (await ask(`${rest.url}/v1/stations/${stationId}`, rest.key)).json(),
    );
    expect(settings).toMatchObject({ proven: false, keyPolicy: "any" });
    const keys = (await db.apiKeys.list(sql, rest.accountId)).length;
    const body = { stationId, tier: "starter" };
    const issued = await ask(`${rest.url}/v1/keys`, rest.key, { method: "POST", body });
    expect([issued.status, (await db.apiKeys.list(sql, rest.accountId)).length]).toEqual([
      201,
      keys + 1,
    ]);
    // Claiming again changes nothing.
    expect(await claim(stationId)).toEqual(made);
  });

  test("but not that of a network that sent later, nor after the three days", async () => {
    const later = await addFeeding({ [elsewhere]: [2], [feeder]: [1] });
    expect(await claim(later)).toMatchObject({ status: "pending", evidence: null });
    const old = await addFeeding({ [feeder]: [73, 50] });
    expect((await claim(old)).evidence).toEqual({ hours: 50, days: 3, result: "too-few-hours" });
    expect(await ownerOf(old)).toMatchObject({ owner: null });
  });

  test("and the key policy `required`, a transfer and an erasure are refused, with what is missing", async () => {
    const stationId = await addFeeding({ [feeder]: [0] });
    await claim(stationId);
    const [row] = await sql<
      { ident: string }[]
    >`select ident from stations where id = ${stationId}`;
    await addKeyOwner(rest.database, "taker");
    const keyHash = Buffer.alloc(32, stationId);
    await db.stationKeys.issue(sql, { stationId, keyHash, hint: "jws_x", label: null });
    const url = `${rest.url}/v1/stations/${stationId}`;
    const { token } = await signIn(rest, rest.accountId);
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
    const other = await ask(url, rest.key, { method: "PATCH", body: { keyPolicy: "any" } });
    expect(other.status).toBe(200);
    await sql`update stations set owner_proven = true where id = ${stationId}`;
    const required = { method: "PATCH", body: { keyPolicy: "required" } };
    expect((await ask(url, rest.key, required)).status).toBe(200);
  });

  test("and becomes proven by the hours that follow", async () => {
    const stationId = await addFeeding({ [feeder]: [0] });
    const { id } = await claim(stationId);
    expect((await db.claims.listProvable(sql, 100)).map((one) => one.id)).not.toContain(id);
    const network = hashNetwork(feeder, secret);
    await addSentHours(sql, { stationId, network, fromHoursAgo: 75 });
    const provable = (await db.claims.listProvable(sql, 100)).find((one) => one.id === id);
    expect(provable).toMatchObject({ stationId, accountId: rest.accountId });
    expect(await db.claims.prove(sql, { id, accountId: rest.accountId }, network)).toBe("proven");
    expect(await ownerOf(stationId)).toEqual({ owner: rest.accountId, proven: true });
    expect((await claimsOf(rest.key)).find((one) => one.id === id)).toMatchObject({
      status: "approved",
    });
  });

  test("and somebody else may ask the operator for the station", async () => {
    const stationId = await addFeeding({ [feeder]: [0] });
    await claim(stationId);
    const other = await addKeyOwner(rest.database, "other", "unlimited");
    expect(await claim(stationId, { key: other.key })).toMatchObject({ status: "pending" });
    expect(await ownerOf(stationId)).toEqual({ owner: rest.accountId, proven: false });
  });
});

async function claimsOf(key: string): Promise<StationClaim[]> {
  const response = await ask(`${rest.url}/v1/claims`, key);
  return ((await response.json()) as unknown[]).map((one) => StationClaim.parse(one));
}

describe("a claim code", () => {
  test("proves the claim from the feeder's network, once", async () => {
    const stationId = await addFeeding({ [feeder]: [80] });
    const { url, code } = await issueCode(stationId);
    // Whatever Host a request names.
    expect(url).toBe(`${publicUrl}/c/${code}`);
    const response = await use(code);
    expect(response.status).toBe(200);
    expect(StationClaim.parse(await response.json())).toMatchObject({ status: "approved" });
    expect(await ownerOf(stationId)).toMatchObject({ owner: rest.accountId });
    expect(await recordedOf(stationId)).toEqual(["claim.request", "claim.prove"]);
    expect((await use(code)).status).toBe(404);
  });

  test("proves nothing from another network, and stays valid", async () => {
    const stationId = await addFeeding({ [elsewhere]: [10] });
    const { code } = await issueCode(stationId);
    const refused = await use(code);
    expect(refused.status).toBe(403);
    expect(Problem.parse(await refused.json()).message).toContain("from your network");
    await sql`delete from station_sources where station_id = ${stationId}`;
    await addSentHours(sql, { stationId, network: hashNetwork(feeder, secret), fromHoursAgo: 80 });
    expect((await use(code)).status).toBe(200);
  });

  test.each([
    ["a page of another origin", { origin: "https://elsewhere.example" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page without an origin", { origin: "null" }],
  ])("is refused to %s", async (_, headers) => {
    const stationId = await addFeeding({ [feeder]: [80] });
    const { code } = await issueCode(stationId);
    expect((await use(code, headers)).status).toBe(403);
    expect(await ownerOf(stationId)).toMatchObject({ owner: null });
    const own = { origin: rest.url, "sec-fetch-site": "same-origin" };
    expect((await use(code, own)).status).toBe(200);
  });

  test("tells whom it gives which station, and whether it succeeds from here, without being used", async () => {
    const stationId = await addFeeding({ [elsewhere]: [10] });
    const { code } = await issueCode(stationId);
    const read = async () => {
      const response = await fetch(`${rest.url}/v1/claim-codes/${code}`);
      expect(response.status).toBe(200);
      return ClaimCodeDetails.parse(await response.json());
    };
    expect(await read()).toMatchObject({
      station: { id: stationId },
      username: "alice",
      provisional: false,
      fault: "no-messages",
    });
    const network = hashNetwork(feeder, secret);
    await addSentHours(sql, { stationId, network, fromHoursAgo: 5 });
    expect((await read()).fault).toBe("earlier-network");
    await sql`delete from station_sources where station_id = ${stationId} and network <> ${network}`;
    await sql`update stations set created_at = now() - interval '5 hours' where id = ${stationId}`;
    expect(await read()).toMatchObject({ provisional: true, fault: null });
    expect(await ownerOf(stationId)).toMatchObject({ owner: null });
    expect((await use(code)).status).toBe(200);
    expect(await ownerOf(stationId)).toEqual({ owner: rest.accountId, proven: false });
    // It proves the claim later, until it expires.
    expect(await read()).toMatchObject({ provisional: true, fault: null });
  });

  test("is invalid when it has expired, or another one was issued", async () => {
    const stationId = await addFeeding({ [feeder]: [80] });
    const earlier = await issueCode(stationId);
    const { code } = await issueCode(stationId);
    expect((await use(earlier.code)).status).toBe(404);
    await sql`update claim_codes set expires_at = now() - interval '1 second'`;
    expect((await use(code)).status).toBe(404);
    expect(await ownerOf(stationId)).toMatchObject({ owner: null });
  });
});

async function addSent(stationId: number, addresses: readonly string[], at = new Date()) {
  const sources = addresses.map((address) => ({
    stationId,
    network: hashNetwork(address, secret),
    at: at.toISOString(),
  }));
  await db.stationSources.add(sql, sources);
}
function flood(third: number): string[] {
  return Array.from({ length: 100 }, (_, n) => `10.${third}.${n}.1`);
}

describe("the networks of a station", () => {
  test("are kept as keyed hashes, 16 new ones a day apart", async () => {
    const stationId = await addFeeding({});
    await addSent(stationId, flood(0));
    await addSent(stationId, flood(1));
    const rows = await sql<{ network: Buffer }[]>`
      select network from station_sources where station_id = ${stationId}`;
    const lengths = rows.map(({ network }) => network.length).toSorted((a, b) => a - b);
    expect(lengths).toEqual([
      0,
      ...Array.from({ length: db.stationSources.newNetworksMax }, () => 16),
    ]);
  });

  test("are counted although a day is full, if they sent on an earlier day", async () => {
    const stationId = await addFeeding({});
    await addSent(stationId, [feeder], new Date(Date.now() - 24 * 3_600_000));
    await addSent(stationId, flood(0));
    await addSent(stationId, [feeder]);
    const network = hashNetwork(feeder, secret);
    const rows = await sql`
      select first_at from station_sources where station_id = ${stationId} and network = ${network}`;
    expect(rows).toHaveLength(2);
    // The first time is carried from day to day.
    expect(rows[0]?.["firstAt"]).toEqual(rows[1]?.["firstAt"]);
  });
});

test("the station of an erased owner is not proven by hours: the operator gives it away", async () => {
  const stationId = await addFeeding({ [feeder]: [80] });
  const leaving = await addKeyOwner(rest.database, "leaving", "unlimited");
  expect(await claim(stationId, { key: leaving.key })).toMatchObject({ status: "approved" });
  await sql`select begin_account_erasure(${leaving.accountId})`;
  const made = await claim(stationId);
  expect(made).toMatchObject({ status: "pending", evidence: null });
  const { code } = await issueCode(stationId);
  const refused = await use(code);
  expect(Problem.parse(await refused.json()).message).toContain("last owner was erased");
  expect(await ownerOf(stationId)).toMatchObject({ owner: null });
});

test("an erased station is not claimed", async () => {
  const stationId = await addFeeding({ [feeder]: [80] });
  await sql`select begin_station_erasure(${stationId})`;
  const response = await ask(`${rest.url}/v1/stations/${stationId}/claim`, rest.key, {
    method: "POST",
    body: { prove: true },
  });
  expect(response.status).toBe(404);
});
