import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { createMessageIds, NetworkStation, OwnNetwork, Problem } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours, storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, type RestUnderTest, startReplica, startRest } from "./rest-under-test.ts";

const secret = "an address secret of the tests";
const elsewhere = "192.0.2.1";
const ids = createMessageIds(Date.now);

let rest: RestUnderTest;
let sql: Sql;
let networks = 0;
beforeAll(async () => {
  rest = await startRest({
    INGEST_ADDRESS_SECRET: secret,
    REST_TRUSTED_PROXIES: "127.0.0.1",
    FEED_HOST: "feed.example",
    INGEST_TCP_PORTS: "5550,0",
  });
  ({ sql } = rest.database.database);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

/** An address of a network of its own, so that tests do not see each other's stations. */
function newAddress(): string {
  return `198.51.100.${++networks}`;
}

async function ask(address: string, path: string, method = "GET", headers = {}) {
  return await fetch(rest.url + path, {
    method,
    headers: { "x-forwarded-for": address, "x-forwarded-proto": "https", ...headers },
  });
}

async function read(address: string, query = ""): Promise<OwnNetwork> {
  const response = await ask(address, `/v1/heard${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  return OwnNetwork.parse(await response.json());
}

async function readOne(address: string, query = ""): Promise<NetworkStation> {
  const { stations } = await read(address, query);
  expect(stations).toHaveLength(1);
  return NetworkStation.parse(stations[0]);
}

/** A station, and in how many of the last hours which address sent. */
async function addFeeding(hours: Readonly<Record<string, number>>) {
  const ident = `AB-${crypto.randomUUID().slice(0, 8)}`;
  const stationId = await db.stations.register(sql, { ident, sourceType: "vdl", simulated: false });
  await addSources(stationId, hours);
  return { ident, stationId };
}

async function addSources(stationId: number, hours: Readonly<Record<string, number>>) {
  for (const [address, count] of Object.entries(hours)) {
    const network = hashNetwork(address, secret);
    await addSentHours(sql, { stationId, network, fromHoursAgo: count - 1 });
  }
}

/** Claims a station, which is proven if the network sent for days, and provisional otherwise. */
async function claimFrom(address: string, stationId: number, username: string): Promise<string> {
  const { accountId } = await addKeyOwner(rest.database, username);
  const requested = await db.claims.request(sql, { stationId, accountId, note: null });
  if (requested.status !== "requested") throw new Error("the claim was refused");
  const { id } = requested.claim;
  const proof = await db.claims.prove(sql, { id, accountId }, hashNetwork(address, secret));
  expect(["proven", "provisional"]).toContain(proof);
  return accountId;
}

describe("without an account, a feeder sees the stations of their network", () => {
  test("with the last message in words, its rate, clock and decoder", async () => {
    const address = newAddress();
    const { ident, stationId } = await addFeeding({ [address]: 3 });
    const now = Date.now();
    const decoded = {
      by: "decoder",
      decoder: "libacars",
      level: "full",
      application: "adsc",
      description: "ADS-C position report",
      items: Array.from({ length: 12 }, (_, n) => ({ label: `Value ${n}`, value: n })),
    } as const;
    const messages = [4_000, 2_000, 0].map((agoMs) =>
      testMessage({
        id: ids.next(0),
        stationId,
        source: "dumpvdl2",
        createdAt: new Date(now - agoMs).toISOString(),
        timestamp: new Date(now - agoMs - 300).toISOString(),
        text: "x".repeat(1_000),
        tail: "N156VN",
        decoded,
      }),
    );
    await storeMessages(
      sql,
      messages.map((message) => ({ message, flightKey: null })),
    );
    const last = messages.at(-1);
    await sql`insert into message_raws (id, raw)
      values (${last?.id ?? ""}, ${JSON.stringify({ vdl2: { app: { name: "dumpvdl2", ver: "2.4.0" } } })})`;
    await sql`update stations set last_received_at = now(), first_received_at = now()
      where id = ${stationId}`;
    const station = await readOne(address);
    expect(station).toMatchObject({
      id: stationId,
      ident,
      sourceType: "vdl",
      online: true,
      provisional: true,
      messagesPerMinute: { now: 0.3, usual: null },
      clock: { offsetSeconds: -0.3, skewedShare: 0 },
      decoder: { name: "dumpvdl2", version: "2.4.0" },
      refused: [],
      share: 1,
      claim: null,
      provable: false,
      evidence: { hours: 3, result: "provisional" },
    });
    expect(station.lastMessage).toMatchObject({
      id: last?.id,
      at: last?.createdAt,
      tail: "N156VN",
      description: "ADS-C position report",
      text: "x".repeat(400),
    });
    expect(station.lastMessage?.items.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("which are those of one IPv6 /64", async () => {
    const { ident } = await addFeeding({ "2001:db8:7:7::1": 1 });
    const { stations, address } = await read("2001:db8:7:7:8000::2");
    expect(stations.map((station) => station.ident)).toEqual([ident]);
    expect(address).toBe("2001:db8:7:7:8000::2");
    expect((await read("2001:db8:7:8::1")).stations).toEqual([]);
  });

  test("and the address, host and ports to send to", async () => {
    const address = newAddress();
    expect(await read(address)).toMatchObject({
      address,
      host: "feed.example",
      ports: { tcp: [5550], http: 8082 },
      comparesNetworks: true,
      stations: [],
      refused: [],
    });
  });

  test("also what was refused without a station's name, and under a name that is new", async () => {
    const address = newAddress();
    const network = hashNetwork(address, secret);
    const lastAt = new Date().toISOString();
    const one = { network, ident: "", reason: "not-json", lastAt, detail: "at character 0" };
    await db.networkRejects.add(sql, [{ ...one, count: 2 }]);
    await db.networkRejects.add(sql, [{ ...one, count: 3, detail: "at character 9" }]);
    await db.networkRejects.add(sql, [{ ...one, ident: "AB-NEW", reason: "bad-field", count: 1 }]);
    const { refused } = await read(address);
    expect(refused).toContainEqual({
      ident: null,
      reason: "not-json",
      count: 5,
      lastAt,
      detail: "at character 9",
    });
    expect(refused).toContainEqual(expect.objectContaining({ ident: "AB-NEW", count: 1 }));
    expect((await read(newAddress())).refused).toEqual([]);
  });

  test("but what a station shows is not repeated", async () => {
    const address = newAddress();
    const { ident } = await addFeeding({ [address]: 1 });
    const lastAt = new Date().toISOString();
    const reject = { ident, reason: "unproven", count: 4, lastAt, detail: "" };
    await db.stationRejects.add(sql, [reject]);
    await db.networkRejects.add(sql, [{ ...reject, network: hashNetwork(address, secret) }]);
    const { stations, refused } = await read(address);
    expect(stations[0]?.refused).toMatchObject([{ reason: "unproven", count: 4 }]);
    expect(refused).toEqual([]);
  });
});

describe("one forged message under a foreign ident shows nothing that is not public", () => {
  test("neither refusals nor the owner, however many they are", async () => {
    const [home, forger] = [newAddress(), newAddress()];
    const { ident, stationId } = await addFeeding({ [home]: 99 });
    await claimFrom(home, stationId, "homer");
    await addSources(stationId, { [forger]: 1 });
    const lastAt = new Date().toISOString();
    await db.stationRejects.add(sql, [{ ident, reason: "unproven", count: 1, lastAt, detail: "" }]);
    const seen = await readOne(forger);
    expect(seen).toMatchObject({ ident, refused: null, share: 1 / 99, provable: false });
    expect(seen.evidence).toMatchObject({ hours: 1, result: "earlier-network" });
    expect(seen.claim).toMatchObject({ username: null, disputable: false });
    expect((await readOne(home)).claim).toMatchObject({ username: "homer", disputable: true });
  });
});

describe("a page of another origin", () => {
  test.each([
    ["by its origin", { origin: "https://elsewhere.example" }],
    ["without an origin", { origin: "null" }],
    ["by the site that the browser names", { "sec-fetch-site": "cross-site" }],
    ["on the same site", { "sec-fetch-site": "same-site" }],
  ])("learns nothing of its visitor's network, %s", async (_, headers) => {
    const address = newAddress();
    await addFeeding({ [address]: 1 });
    for (const path of ["/v1/heard", "/v1/heard?ident=X", "/v1/claim-codes/AB23-CD45-EF67"]) {
      const response = await ask(address, path, "GET", headers);
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
    const preflight = await ask(address, "/v1/heard", "OPTIONS", {
      ...headers,
      "access-control-request-method": "GET",
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      403,
      null,
    ]);
  });

  test("reads no answer either that no header betrays", async () => {
    const response = await ask(newAddress(), "/v1/heard");
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      null,
    ]);
    // Other answers are the same for everybody.
    const open = await ask(newAddress(), "/v1/status", "GET", {
      origin: "https://elsewhere.example",
    });
    expect(open.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("does not claim a station from its visitor's network", async () => {
    const address = newAddress();
    const { stationId } = await addFeeding({ [address]: 80 });
    const { key } = await addKeyOwner(rest.database, "lured", "unlimited");
    const claim = async (headers: Record<string, string>) => {
      const response = await fetch(`${rest.url}/v1/stations/${stationId}/claim`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "x-forwarded-for": address,
          "x-forwarded-proto": "https",
          ...headers,
        },
        body: JSON.stringify({ prove: true }),
      });
      return response.status;
    };
    expect(await claim({ origin: "https://elsewhere.example" })).toBe(403);
    expect(await claim({})).toBe(202);
  });
});

test("a station is provable for the network whose hours prove it, until it is claimed", async () => {
  const [home, other] = [newAddress(), newAddress()];
  const { stationId } = await addFeeding({ [home]: 99, [other]: 1 });
  expect(await readOne(home)).toMatchObject({ provable: true });
  expect(await readOne(other)).toMatchObject({ provable: false });
  await claimFrom(home, stationId, "prover");
  await expect.poll(() => readOne(home)).toMatchObject({ provable: false });
});

describe("a hidden station", () => {
  test("is not shown to its network either: an address says nothing about who asks", async () => {
    const home = newAddress();
    const { ident, stationId } = await addFeeding({ [home]: 99 });
    const accountId = await claimFrom(home, stationId, "hider");
    const lastAt = new Date().toISOString();
    const network = hashNetwork(home, secret);
    await db.networkRejects.add(sql, [
      { network, ident, reason: "station-rate", count: 1, lastAt, detail: "" },
    ]);
    await db.stations.change(sql, { id: stationId, accountId }, { hidden: true });
    expect(await read(home)).toMatchObject({ stations: [], refused: [] });
    expect((await read(home, `?ident=${ident}`)).stations).toEqual([]);
    expect((await dispute(home, stationId)).status).toBe(404);
  });

  test("nor is a station of canary messages", async () => {
    const home = newAddress();
    const { ident, stationId } = await addFeeding({ [home]: 1 });
    await sql`update stations set canary = true where id = ${stationId}`;
    expect((await read(home)).stations).toEqual([]);
    expect((await read(home, `?ident=${ident}`)).stations).toEqual([]);
  });
});

describe("by its ident", () => {
  test("a station of another network is found with what is public", async () => {
    const { ident } = await addFeeding({ [elsewhere]: 1 });
    expect(await readOne(newAddress(), `?ident=${ident}`)).toMatchObject({
      ident,
      refused: null,
      share: null,
      provable: false,
    });
  });

  test("only that one is returned, and an unknown ident returns none", async () => {
    const address = newAddress();
    const { ident } = await addFeeding({ [address]: 1 });
    await addFeeding({ [address]: 1 });
    expect((await readOne(address, `?ident=${ident}`)).share).toBe(1);
    expect((await read(address, "?ident=AB-NONE")).stations).toEqual([]);
  });

  test.each(["", "x".repeat(65), "a%00b"])(
    "the ident %j is refused with its name",
    async (ident) => {
      const response = await ask(newAddress(), `/v1/heard?ident=${ident}`);
      expect(response.status).toBe(400);
      expect(Problem.parse(await response.json()).errors).toMatchObject([{ field: "ident" }]);
    },
  );
});

async function identOf(stationId: number): Promise<string> {
  const [row] = await sql<{ ident: string }[]>`select ident from stations where id = ${stationId}`;
  return row?.ident ?? "";
}

async function dispute(address: string, stationId: number, headers = {}): Promise<Response> {
  return await ask(address, `/v1/heard/${stationId}/dispute`, "POST", headers);
}

describe("a claim of the last 24 hours", () => {
  test("is disputed from the station's network, once, and the operator decides", async () => {
    const address = newAddress();
    const { stationId } = await addFeeding({ [address]: 5 });
    const accountId = await claimFrom(address, stationId, "taker");
    const first = await dispute(address, stationId);
    expect(first.status).toBe(202);
    const again = await dispute(address, stationId);
    expect(await again.json()).toEqual(await first.json());
    expect((await readOne(address)).claim).toMatchObject({ disputed: true, disputable: false });
    const [waiting] = (await db.claims.listDisputes(sql)).filter(
      (one) => one.station.id === stationId,
    );
    expect(waiting).toMatchObject({ owner: { id: accountId, username: "taker" }, share: 1 });
    expect(await db.claims.decideDispute(sql, waiting?.id ?? "", true)).toMatchObject({
      stationId,
    });
    expect(await db.claims.decideDispute(sql, waiting?.id ?? "", true)).toBeNull();
    const [station] = await sql`select account_id from stations where id = ${stationId}`;
    expect(station).toEqual({ accountId: null });
  });

  test.each(["before", "after"])(
    "is disputed %s a transfer, and an upheld dispute takes the station from its new owner",
    async (when) => {
      const address = newAddress();
      const { stationId } = await addFeeding({ [address]: 80 });
      const accountId = await claimFrom(address, stationId, `claimant-${stationId}`);
      const username = `accomplice-${stationId}`;
      const taker = await addKeyOwner(rest.database, username);
      const answers: number[] = [];
      if (when === "before") answers.push((await dispute(address, stationId)).status);
      const requested = await db.transfers.request(sql, { stationId, accountId, username });
      if (requested.status !== "requested") throw new Error(requested.status);
      expect(await db.transfers.accept(sql, requested.transfer.id, taker.accountId)).toBe(true);
      await sql`update station_transfers set due_at = now() where station_id = ${stationId}`;
      for (const due of await db.transfers.listDue(sql, 100)) await db.transfers.carryOut(sql, due);
      if (when === "after") answers.push((await dispute(address, stationId)).status);
      expect(answers).toEqual([202]);
      const waiting = (await db.claims.listDisputes(sql)).find(
        (one) => one.station.id === stationId,
      );
      expect(waiting).toMatchObject({ owner: { id: taker.accountId } });
      await db.claims.decideDispute(sql, waiting?.id ?? "", true);
      const [station] = await sql`select account_id from stations where id = ${stationId}`;
      expect(station).toEqual({ accountId: null });
    },
  );

  test("stays if the operator dismisses the dispute", async () => {
    const address = newAddress();
    const { stationId } = await addFeeding({ [address]: 5 });
    const accountId = await claimFrom(address, stationId, "keeper");
    await dispute(address, stationId);
    const [waiting] = await db.claims.listDisputes(sql);
    await db.claims.decideDispute(sql, waiting?.id ?? "", false);
    const [station] = await sql`select account_id from stations where id = ${stationId}`;
    expect(station).toEqual({ accountId });
  });

  test.each([
    ["a page of another origin", { origin: "https://elsewhere.example" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ])("is not disputed by %s", async (_, headers) => {
    const address = newAddress();
    const { stationId } = await addFeeding({ [address]: 5 });
    await claimFrom(address, stationId, `owner-${stationId}`);
    expect((await dispute(address, stationId, headers)).status).toBe(403);
    expect((await readOne(address)).claim).toMatchObject({ disputed: false });
  });

  test("is disputed later, too, by a network that sent on an earlier day, whatever its share", async () => {
    const [earlier, taker] = [newAddress(), newAddress()];
    const { stationId } = await addFeeding({ [taker]: 199 });
    await addSentHours(sql, {
      stationId,
      network: hashNetwork(earlier, secret),
      fromHoursAgo: 200,
      hours: 1,
    });
    // The operator decided wrongly.
    const { accountId } = await addKeyOwner(rest.database, "wrongly");
    const requested = await db.claims.request(sql, { stationId, accountId, note: null });
    if (requested.status !== "requested") throw new Error("the claim was refused");
    await db.claims.decide(sql, {
      id: requested.claim.id,
      approved: true,
      actor: { kind: "operator", name: "ops" },
      mailOrigin: null,
    });
    await sql`update station_claims set decided_at = now() - interval '3 days'
      where station_id = ${stationId}`;
    const seen = (await read(earlier, `?ident=${await identOf(stationId)}`)).stations[0];
    expect(seen).toMatchObject({ share: null, claim: { username: "wrongly", disputable: true } });
    expect((await dispute(taker, stationId)).status).toBe(202);
    expect((await dispute(earlier, stationId)).status).toBe(202);
    await sql`update station_claims set decided_at = now() - interval '31 days'
      where station_id = ${stationId}`;
    expect((await dispute(earlier, stationId)).status).toBe(403);
  });

  test("is not disputed from another network, later, or without a claim", async () => {
    const address = newAddress();
    const { stationId } = await addFeeding({ [address]: 5 });
    expect((await dispute(address, stationId)).status).toBe(403);
    await claimFrom(address, stationId, "early");
    expect((await dispute(newAddress(), stationId)).status).toBe(404);
    await sql`update station_claims set provisional_at = now() - interval '25 hours'
      where station_id = ${stationId}`;
    expect((await dispute(address, stationId)).status).toBe(403);
    const given = await db.stations.add(sql, {
      ident: "AB-GIVEN",
      accountId: rest.accountId,
      sourceType: null,
    });
    await addSources(given?.id ?? 0, { [address]: 1 });
    expect((await dispute(address, given?.id ?? 0)).status).toBe(403);
  });
});

test("an address is limited, and others are not", async () => {
  const address = newAddress();
  let last = 200;
  for (let n = 0; n < 61; n++) last = (await ask(address, "/v1/heard")).status;
  expect(last).toBe(429);
  expect((await ask(newAddress(), "/v1/heard")).status).toBe(200);
});

test("without the secret of addresses, and where nobody may look, only facts are shown", async () => {
  await using closed = await startReplica(rest.database, { PUBLIC_VIEWER: "false" });
  const { ident, stationId } = await addFeeding({ "127.0.0.1": 1 });
  const message = testMessage({ id: ids.next(0), stationId });
  await storeMessages(sql, [{ message, flightKey: null }]);
  const all = OwnNetwork.parse(await (await fetch(`${closed.url}/v1/heard`)).json());
  expect(all).toMatchObject({ comparesNetworks: false, stations: [], host: "127.0.0.1" });
  const one = await fetch(`${closed.url}/v1/heard?ident=${ident}`);
  expect(OwnNetwork.parse(await one.json()).stations).toMatchObject([
    { ident, lastMessage: null, share: null },
  ]);
});
