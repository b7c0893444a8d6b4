import { addStationSources, registerStation, requestClaim, type Sql } from "@jetwire/db";
import { ClaimCode, ClaimCodeDetails, Problem, StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const secret = "an address secret of the tests";
const feeder = "127.0.0.1";
const elsewhere = "192.0.2.1";

let rest: RestUnderTest;
let sql: Sql;
beforeAll(async () => {
  rest = await startRest({ INGEST_ADDRESS_SECRET: secret, REST_EXEMPT_ADDRESSES: "127.0.0.1" });
  ({ sql } = rest.database.database);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

/** A station without an owner, and how many messages came from which address. */
async function addFeeding(messages: Readonly<Record<string, number>>): Promise<number> {
  const ident = `AB-${crypto.randomUUID().slice(0, 8)}`;
  const stationId = await registerStation(sql, { ident, sourceType: "acars", simulated: false });
  const sources = Object.entries(messages).map(([address, count]) => ({
    stationId,
    network: hashNetwork(address, secret),
    messages: count,
  }));
  await addStationSources(sql, sources);
  return stationId;
}

async function claim(stationId: number, body: object = { prove: true }): Promise<StationClaim> {
  const url = `${rest.url}/v1/stations/${stationId}/claim`;
  const response = await ask(url, rest.key, { method: "POST", body });
  expect(response.status).toBe(202);
  return StationClaim.parse(await response.json());
}

async function issueCode(stationId: number): Promise<ClaimCode> {
  const url = `${rest.url}/v1/stations/${stationId}/claim/code`;
  const response = await ask(url, rest.key, { method: "POST" });
  expect(response.status).toBe(201);
  return ClaimCode.parse(await response.json());
}

async function use(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(url, { method: "POST", headers });
}

async function ownerOf(stationId: number): Promise<string | null> {
  const [row] = await sql<{ owner: string | null; provisional: boolean }[]>`
    select account_id as owner, provisional from stations where id = ${stationId}`;
  if (row?.owner != null && row.provisional) throw new Error("a claimed station is provisional");
  return row?.owner ?? null;
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

describe("a claim is approved at once", () => {
  test("if 90 % of the station's messages came from the claimant's address", async () => {
    const stationId = await addFeeding({ [feeder]: 90, [elsewhere]: 10 });
    expect(await claim(stationId)).toMatchObject({ status: "approved" });
    expect(await ownerOf(stationId)).toBe(rest.accountId);
    const notifications = await sql`
      select title from notifications where user_id = ${rest.accountId}`;
    expect(notifications).toContainEqual({ title: "Station claim approved" });
    expect(await recordedOf(stationId)).toEqual(["claim.request", "claim.prove"]);
  });

  test.each([
    ["fewer came from there", { [feeder]: 89, [elsewhere]: 11 }],
    ["none came from there", { [elsewhere]: 10 }],
    ["it has sent nothing", {}],
  ])("but waits for the operator if %s", async (_, messages) => {
    const stationId = await addFeeding(messages);
    expect(await claim(stationId)).toMatchObject({ status: "pending" });
    expect(await ownerOf(stationId)).toBeNull();
    expect(await recordedOf(stationId)).toEqual(["claim.request"]);
  });

  test("but waits for the operator if it is not asked for, or somebody else claims it too", async () => {
    const stationId = await addFeeding({ [feeder]: 10 });
    expect(await claim(stationId, {})).toMatchObject({ status: "pending" });
    const rival = await addKeyOwner(rest.database, "rival", "unlimited");
    await requestClaim(sql, { stationId, accountId: rival.accountId, note: null });
    expect(await claim(stationId)).toMatchObject({ status: "pending" });
  });
});

describe("a claim code", () => {
  test("proves the claim from the feeder's network, once", async () => {
    const stationId = await addFeeding({ [feeder]: 10 });
    const { url, code } = await issueCode(stationId);
    expect(url).toBe(`${rest.url}/c/${code}`);
    const response = await use(url);
    expect(response.status).toBe(200);
    expect(StationClaim.parse(await response.json())).toMatchObject({ status: "approved" });
    expect(await ownerOf(stationId)).toBe(rest.accountId);
    expect(await recordedOf(stationId)).toEqual(["claim.request", "claim.prove"]);
    expect((await use(url)).status).toBe(404);
  });

  test("proves nothing from another network, and stays valid", async () => {
    const stationId = await addFeeding({ [elsewhere]: 10 });
    const { url } = await issueCode(stationId);
    const refused = await use(url);
    expect(refused.status).toBe(403);
    expect(Problem.parse(await refused.json()).message).toContain("from your network");
    await addStationSources(sql, [
      { stationId, network: hashNetwork(feeder, secret), messages: 1_000 },
    ]);
    expect((await use(url)).status).toBe(200);
  });

  test.each([
    ["a page of another origin", { origin: "https://elsewhere.example" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page without an origin", { origin: "null" }],
  ])("is refused to %s", async (_, headers) => {
    const stationId = await addFeeding({ [feeder]: 10 });
    const { url } = await issueCode(stationId);
    expect((await use(url, headers)).status).toBe(403);
    expect(await ownerOf(stationId)).toBeNull();
    expect((await use(url, { origin: rest.url, "sec-fetch-site": "same-origin" })).status).toBe(
      200,
    );
  });

  test("tells whom it gives which station, and whether it succeeds from here, without being used", async () => {
    const stationId = await addFeeding({ [elsewhere]: 10 });
    const { url, code } = await issueCode(stationId);
    const read = async () => {
      const response = await fetch(`${rest.url}/v1/claim-codes/${code}`);
      expect(response.status).toBe(200);
      return ClaimCodeDetails.parse(await response.json());
    };
    expect(await read()).toMatchObject({
      station: { id: stationId },
      username: "alice",
      fault: "no-messages",
    });
    const network = hashNetwork(feeder, secret);
    await addStationSources(sql, [{ stationId, network, messages: 10 }]);
    expect((await read()).fault).toBe("several-networks");
    await addStationSources(sql, [{ stationId, network, messages: 1_000 }]);
    expect((await read()).fault).toBeNull();
    const rival = await addKeyOwner(rest.database, "rival2", "unlimited");
    await requestClaim(sql, { stationId, accountId: rival.accountId, note: null });
    expect((await read()).fault).toBe("rivals");
    await sql`delete from station_claims where account_id = ${rival.accountId}`;
    expect(await ownerOf(stationId)).toBeNull();
    expect((await use(url)).status).toBe(200);
    expect((await fetch(`${rest.url}/v1/claim-codes/${code}`)).status).toBe(404);
  });

  test("is invalid when it has expired, or another one was issued", async () => {
    const stationId = await addFeeding({ [feeder]: 10 });
    const earlier = await issueCode(stationId);
    const { url } = await issueCode(stationId);
    expect((await use(earlier.url)).status).toBe(404);
    await sql`update claim_codes set expires_at = now() - interval '1 second'`;
    expect((await use(url)).status).toBe(404);
    expect(await ownerOf(stationId)).toBeNull();
  });
});

test("the sources of a station are kept as keyed hashes, 16 networks a day apart", async () => {
  const addresses = Array.from({ length: 40 }, (_, n) => [`10.0.${n}.1`, 1] as const);
  const stationId = await addFeeding(Object.fromEntries(addresses));
  const again = Array.from({ length: 40 }, (_, n) => ({
    stationId,
    network: hashNetwork(`10.1.${n}.1`, secret),
    messages: 1,
  }));
  await addStationSources(sql, again);
  const [row] = await sql<{ rows: number; messages: number }[]>`
    select count(*)::integer as rows, sum(messages)::integer as messages from station_sources
    where station_id = ${stationId}`;
  // One statement adds at most 40 networks; from then on they are counted together.
  expect(row).toEqual({ rows: 41, messages: 80 });
});
