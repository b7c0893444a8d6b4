import * as db from "@jetwire/db";
import { hashApiKey } from "@jetwire/auth";
import { ApiKey, IssuedApiKey, Me, Problem, StationClaim } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await startRest({ REST_EXEMPT_ADDRESSES: "127.0.0.1" });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

/** A station that has been feeding for so many days, last so many hours ago. */
async function addFeeding(accountId: string, days: number, silentHours = 0, hidden = false) {
  const [row] = await rest.database.database.sql<{ id: number }[]>`
    insert into stations (ident, account_id, hidden, first_received_at, last_received_at)
    values (${crypto.randomUUID()}, ${accountId}, ${hidden},
      now() - make_interval(days => ${days}), now() - make_interval(hours => ${silentHours}))
    returning id`;
  return row?.id ?? 0;
}

const keysUrl = () => `${rest.url}/v1/keys`;

async function issue(credential: string, body: object): Promise<Response> {
  return await ask(keysUrl(), credential, { method: "POST", body });
}

describe("R-15: a feeder key", () => {
  test("is issued for a station that is visible, active and seven days old, and is valid", async () => {
    const bob = await addKeyOwner(rest.database, "bob", "unlimited");
    const stationId = await addFeeding(bob.accountId, 8);
    const response = await issue(bob.key, { stationId, label: " night job ", expiresInDays: 90 });
    expect(response.status).toBe(201);
    const issued = IssuedApiKey.parse(await response.json());
    expect(issued).toMatchObject({ tier: "feeder", label: "night job", lastUsedAt: null });
    const lastsMs = Date.parse(issued.expiresAt ?? "") - Date.now();
    expect(Math.round(lastsMs / 86_400_000)).toBe(90);
    const me = await ask(`${rest.url}/v1/me`, issued.key);
    expect(me.headers.get("x-ratelimit-limit")).toBe("60");
    expect(Me.parse(await me.json())).toMatchObject({
      username: "bob",
      tier: "feeder",
      eligibility: { eligible: true, stations: [{ id: stationId, eligible: true, lacks: [] }] },
    });
    const listed = z.array(ApiKey).parse(await (await ask(keysUrl(), bob.key)).json());
    expect(listed.map(({ id }) => id).toSorted()).toEqual([issued.id, bob.keyId].toSorted());
    expect(JSON.stringify(listed)).not.toContain(issued.key);
    const notifications = await rest.database.database.sql`
      select type, data from notifications where user_id = ${bob.accountId}`;
    expect(notifications).toMatchObject([{ type: "key.issued", data: { keyId: issued.id } }]);
    expect(JSON.stringify(notifications)).not.toContain(issued.key);
  });

  test.each([
    ["new", 6, 0, false, ["days"]],
    ["silent", 30, 48, false, ["active"]],
    ["hidden", 30, 0, true, ["visible"]],
    ["all of it", 1, 48, true, ["visible", "active", "days"]],
  ] as const)(
    "is not issued for a station that is %s",
    async (...[, days, silent, hidden, lacks]) => {
      const name = `ineligible${lacks.length}${lacks[0]}`;
      const { accountId, key } = await addKeyOwner(rest.database, name, "unlimited");
      const stationId = await addFeeding(accountId, days, silent, hidden);
      const response = await issue(key, { stationId });
      expect(response.status).toBe(403);
      const me = Me.parse(await (await ask(`${rest.url}/v1/me`, key)).json());
      expect(me.eligibility).toMatchObject({ eligible: false, stations: [{ lacks }] });
    },
  );

  test("is issued or not as the operator has set, whatever the station lacks", async () => {
    const { sql } = rest.database.database;
    const judy = await addKeyOwner(rest.database, "judy", "unlimited");
    const stationId = await addFeeding(judy.accountId, 1);
    const say = (eligible: boolean) =>
      db.eligibility.setOverride(sql, judy.accountId, { eligible, reason: "secret", until: null });
    const readMe = async () => await (await ask(`${rest.url}/v1/me`, judy.key)).json();
    await say(true);
    expect((await issue(judy.key, { stationId })).status).toBe(201);
    const me = await readMe();
    expect(Me.parse(me).eligibility).toMatchObject({
      eligible: true,
      override: { eligible: true, until: null },
      stations: [{ eligible: false, lacks: ["days"] }],
    });
    expect(JSON.stringify(me)).not.toContain("secret");
    const good = await addFeeding(judy.accountId, 30);
    await say(false);
    expect((await issue(judy.key, { stationId: good })).status).toBe(403);
    expect(Me.parse(await readMe()).eligibility.eligible).toBe(false);
    await db.eligibility.setOverride(sql, judy.accountId, null);
    expect((await issue(judy.key, { stationId: good })).status).toBe(201);
  });

  test("is not issued for the station of another account, or an unknown one", async () => {
    const carol = await addKeyOwner(rest.database, "carol", "unlimited");
    const foreignStation = await addFeeding(rest.accountId, 30);
    expect((await issue(carol.key, { stationId: foreignStation })).status).toBe(404);
    expect((await issue(carol.key, {})).status).toBe(400);
    expect((await issue(carol.key, { stationId: 2_147_483_647 })).status).toBe(404);
  });

  test("is one of at most five, also if many are requested at once", async () => {
    const dave = await addKeyOwner(rest.database, "dave", "unlimited");
    const stationId = await addFeeding(dave.accountId, 30);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => issue(dave.key, { stationId })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(4);
    const revoked = await ask(`${keysUrl()}/${dave.keyId}`, dave.key, { method: "DELETE" });
    expect(revoked.status).toBe(204);
    expect((await issue(dave.key, { stationId })).status).toBe(401);
  });
});

describe("a starter key", () => {
  test("is issued at once for a station of the account, with half the requests", async () => {
    const { accountId, key } = await addKeyOwner(rest.database, "starter", "unlimited");
    const stationId = await addFeeding(accountId, 0);
    const response = await issue(key, { stationId, tier: "starter" });
    expect(response.status).toBe(201);
    const issued = IssuedApiKey.parse(await response.json());
    expect(issued.tier).toBe("starter");
    const me = await ask(`${rest.url}/v1/me`, issued.key);
    expect(me.headers.get("x-ratelimit-limit")).toBe("30");
    const [station] = Me.parse(await me.json()).eligibility.stations;
    const leftMs = Date.parse(station?.meetsAt ?? "") - Date.now();
    expect(Math.round(leftMs / 86_400_000)).toBe(7);
  });

  test("is the only one of its account, also if many are requested at once", async () => {
    const { accountId, key } = await addKeyOwner(rest.database, "starter2", "unlimited");
    const stationId = await addFeeding(accountId, 1);
    const body = { stationId, tier: "starter" };
    const responses = await Promise.all(Array.from({ length: 3 }, () => issue(key, body)));
    const issued = responses.filter(({ status }) => status === 201);
    expect([issued.length, responses.length]).toEqual([1, 3]);
    const refused = responses.find(({ status }) => status === 403);
    expect(Problem.parse(await refused?.json()).message).toContain("one of them of the tier");
  });

  test("is a feeder key for an eligible station", async () => {
    const { accountId, key } = await addKeyOwner(rest.database, "starter3", "unlimited");
    const stationId = await addFeeding(accountId, 8);
    const response = await issue(key, { stationId, tier: "starter" });
    expect(IssuedApiKey.parse(await response.json()).tier).toBe("feeder");
  });

  test("is not issued for a station of others, to an account that may not, or of another tier", async () => {
    const { sql } = rest.database.database;
    const { accountId, key } = await addKeyOwner(rest.database, "starter4", "unlimited");
    const foreign = await addFeeding(rest.accountId, 1);
    expect((await issue(key, { stationId: foreign, tier: "starter" })).status).toBe(404);
    const stationId = await addFeeding(accountId, 1);
    const wrong = await issue(key, { stationId, tier: "unlimited" });
    expect(Problem.parse(await wrong.json()).errors).toMatchObject([{ field: "tier" }]);
    const no = { eligible: false, reason: null, until: null };
    await db.eligibility.setOverride(sql, accountId, no);
    expect((await issue(key, { stationId, tier: "starter" })).status).toBe(403);
  });
});

test("a station that lacks only days tells when it will have fed for long enough", async () => {
  const { accountId, key } = await addKeyOwner(rest.database, "waiting", "unlimited");
  await addFeeding(accountId, 5);
  await addFeeding(accountId, 5, 48);
  await addFeeding(accountId, 30);
  const me = Me.parse(await (await ask(`${rest.url}/v1/me`, key)).json());
  const days = me.eligibility.stations.map(({ meetsAt }) =>
    meetsAt === null ? null : Math.round((Date.parse(meetsAt) - Date.now()) / 86_400_000),
  );
  expect(days).toEqual([2, null, null]);
});

test("the first use of a key is listed within two seconds", async () => {
  const { accountId, key } = await addKeyOwner(rest.database, "curious", "unlimited");
  const stationId = await addFeeding(accountId, 8);
  const issued = IssuedApiKey.parse(await (await issue(key, { stationId })).json());
  await ask(`${rest.url}/v1/me`, issued.key);
  const usedMs = Date.now();
  const lastUsedAt = async () => {
    const listed = z.array(ApiKey).parse(await (await ask(keysUrl(), key)).json());
    return listed.find(({ id }) => id === issued.id)?.lastUsedAt ?? null;
  };
  await expect.poll(lastUsedAt, { timeout: 8_000 }).not.toBe(null);
  // Writing takes part of a second; a busy machine may take longer.
  expect(Date.now() - usedMs).toBeLessThan(6_000);
});

test("R-16: only its account can revoke a key, permanently and at once in this process", async () => {
  const erin = await addKeyOwner(rest.database, "erin", "unlimited");
  const url = `${keysUrl()}/${erin.keyId}`;
  expect((await ask(url, rest.key, { method: "DELETE" })).status).toBe(404);
  expect((await ask(`${keysUrl()}/nonsense`, erin.key, { method: "DELETE" })).status).toBe(404);
  expect((await ask(url, erin.key, { method: "DELETE" })).status).toBe(204);
  expect((await ask(keysUrl(), erin.key)).status).toBe(401);
  expect(await db.apiKeys.find(rest.database.database.sql, hashApiKey(erin.key))).toBe(null);
});

test("an expired key is refused and not listed", async () => {
  const { sql } = rest.database.database;
  const frank = await addKeyOwner(rest.database, "frank", "unlimited");
  const other = await addKeyOwner(rest.database, "frank2", "unlimited");
  await sql`update api_keys set account_id = ${frank.accountId} where id = ${other.keyId}`;
  await sql`update api_keys set expires_at = now() where id = ${frank.keyId}`;
  expect((await ask(keysUrl(), frank.key)).status).toBe(401);
  const listed = z.array(ApiKey).parse(await (await ask(keysUrl(), other.key)).json());
  expect(listed.map(({ id }) => id)).toEqual([other.keyId]);
});

test("the last use of a key is stored in the background, and never moves back", async () => {
  const { sql } = rest.database.database;
  const grace = await addKeyOwner(rest.database, "grace", "unlimited");
  const usedAt = async () => (await db.apiKeys.list(sql, grace.accountId))[0]?.lastUsedAt ?? null;
  expect(await usedAt()).toBe(null);
  const before = Date.now();
  await ask(`${rest.url}/v1/stations`, grace.key);
  await expect.poll(usedAt, { timeout: 8_000 }).not.toBe(null);
  const noted = await usedAt();
  expect(Date.parse(noted ?? "")).toBeGreaterThanOrEqual(before);
  await db.apiKeys.recordUses(sql, [{ keyId: grace.keyId, usedAt: new Date(0) }]);
  expect(await usedAt()).toBe(noted);
});

async function claim(stationId: number, key: string, body?: object): Promise<Response> {
  return await ask(`${rest.url}/v1/stations/${stationId}/claim`, key, { method: "POST", body });
}

describe("a claim of a station", () => {
  test("waits for the operator, and exists once however often it is requested", async () => {
    const heidi = await addKeyOwner(rest.database, "heidi", "unlimited");
    const first = await claim(rest.stationId, heidi.key, { note: "on my roof" });
    expect(first.status).toBe(202);
    const made = StationClaim.parse(await first.json());
    expect(made).toMatchObject({
      station: { id: rest.stationId, ident: "AB-KSFO1" },
      status: "pending",
      note: "on my roof",
    });
    const again = StationClaim.parse(await (await claim(rest.stationId, heidi.key)).json());
    expect(again).toEqual(made);
    const listed = await ask(`${rest.url}/v1/claims`, heidi.key);
    expect(await listed.json()).toEqual([made]);
    expect(await (await ask(`${rest.url}/v1/claims`, rest.key)).json()).toEqual([]);
  });

  test("is refused for a station that is owned, hidden or unknown", async () => {
    const ivan = await addKeyOwner(rest.database, "ivan", "unlimited");
    const owned = await addFeeding(rest.accountId, 1);
    expect((await claim(owned, ivan.key)).status).toBe(403);
    const hidden = await addFeeding(rest.accountId, 1, 0, true);
    expect((await claim(hidden, ivan.key)).status).toBe(404);
    expect((await claim(99_999, ivan.key)).status).toBe(404);
    expect((await claim(rest.stationId, ivan.key, { note: "x".repeat(501) })).status).toBe(400);
  });
});
