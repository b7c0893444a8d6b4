import * as db from "@jetwire/db";
import { MessageIds, OwnNetwork, Problem } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReplica } from "./rest-under-test.ts";
import { openOwnNetwork, secret } from "./own-network-scene.ts";

let at: Awaited<ReturnType<typeof openOwnNetwork>>;
beforeAll(async () => {
  at = await openOwnNetwork();
});
afterAll(() => at[Symbol.asyncDispose]());

const elsewhere = "192.0.2.1";

const ids = new MessageIds(Date.now);

describe("without an account, a feeder sees the stations of their network", () => {
  test("with the last message in words, its rate, clock and decoder", async () => {
    const address = at.newAddress();
    const { ident, stationId } = await at.addFeeding({ [address]: 3 });
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
      at.sql,
      messages.map((message) => ({ message, flightKey: null })),
    );
    const last = messages.at(-1);
    await at.sql`insert into message_raws (id, raw)
      values (${last?.id ?? ""}, ${JSON.stringify({ vdl2: { app: { name: "dumpvdl2", ver: "2.4.0" } } })})`;
    await at.sql`update stations set last_received_at = now(), first_received_at = now()
      where id = ${stationId}`;
    const station = await at.readOne(address);
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
    const { ident } = await at.addFeeding({ "2001:db8:7:7::1": 1 });
    const { stations, address } = await at.read("2001:db8:7:7:8000::2");
    expect(stations.map((station) => station.ident)).toEqual([ident]);
    expect(address).toBe("2001:db8:7:7:8000::2");
    expect((await at.read("2001:db8:7:8::1")).stations).toEqual([]);
  });

  test("and the address, host and ports to send to", async () => {
    const address = at.newAddress();
    expect(await at.read(address)).toMatchObject({
      address,
      host: "feed.example",
      ports: { tcp: [5550], http: 8082 },
      comparesNetworks: true,
      servesRoutes: true,
      stations: [],
      refused: [],
    });
  });

  test("also what was refused without a station's name, and under a name that is new", async () => {
    const address = at.newAddress();
    const network = hashNetwork(address, secret);
    const lastAt = new Date().toISOString();
    const one = { network, ident: "", reason: "not-json", lastAt, detail: "at character 0" };
    await db.networkRejects.add(at.sql, [{ ...one, count: 2 }]);
    await db.networkRejects.add(at.sql, [{ ...one, count: 3, detail: "at character 9" }]);
    await db.networkRejects.add(at.sql, [
      { ...one, ident: "AB-NEW", reason: "bad-field", count: 1 },
    ]);
    const { refused } = await at.read(address);
    expect(refused).toContainEqual({
      ident: null,
      reason: "not-json",
      count: 5,
      lastAt,
      detail: "at character 9",
    });
    expect(refused).toContainEqual(expect.objectContaining({ ident: "AB-NEW", count: 1 }));
    expect((await at.read(at.newAddress())).refused).toEqual([]);
  });

  test("but what a station shows is not repeated", async () => {
    const address = at.newAddress();
    const { ident } = await at.addFeeding({ [address]: 1 });
    const lastAt = new Date().toISOString();
    const reject = { ident, reason: "unproven", count: 4, lastAt, detail: "" };
    await db.stationRejects.add(at.sql, [reject]);
    await db.networkRejects.add(at.sql, [{ ...reject, network: hashNetwork(address, secret) }]);
    const { stations, refused } = await at.read(address);
    expect(stations[0]?.refused).toMatchObject([{ reason: "unproven", count: 4 }]);
    expect(refused).toEqual([]);
  });
});

describe("one forged message under a foreign ident shows nothing that is not public", () => {
  test("neither refusals nor the owner, however many they are", async () => {
    const [home, forger] = [at.newAddress(), at.newAddress()];
    const { ident, stationId } = await at.addFeeding({ [home]: 99 });
    await at.claimFrom(home, stationId, "homer");
    await at.addSources(stationId, { [forger]: 1 });
    const lastAt = new Date().toISOString();
    await db.stationRejects.add(at.sql, [
      { ident, reason: "unproven", count: 1, lastAt, detail: "" },
    ]);
    const seen = await at.readOne(forger);
    expect(seen).toMatchObject({ ident, refused: null, share: 1 / 99, provable: false });
    expect(seen.evidence).toMatchObject({ hours: 1, result: "earlier-network" });
    expect(seen.claim).toMatchObject({ username: null, disputable: false });
    expect((await at.readOne(home)).claim).toMatchObject({ username: "homer", disputable: true });
  });
});

describe("a hidden station", () => {
  test("is not shown to its network either: an address says nothing about who asks", async () => {
    const home = at.newAddress();
    const { ident, stationId } = await at.addFeeding({ [home]: 99 });
    const accountId = await at.claimFrom(home, stationId, "hider");
    const lastAt = new Date().toISOString();
    const network = hashNetwork(home, secret);
    await db.networkRejects.add(at.sql, [
      { network, ident, reason: "station-rate", count: 1, lastAt, detail: "" },
    ]);
    await db.stations.change(at.sql, { id: stationId, accountId }, { hidden: true });
    expect(await at.read(home)).toMatchObject({ stations: [], refused: [] });
    expect((await at.read(home, `?ident=${ident}`)).stations).toEqual([]);
    expect((await at.dispute(home, stationId)).status).toBe(404);
  });

  test("nor is a station of canary messages", async () => {
    const home = at.newAddress();
    const { ident, stationId } = await at.addFeeding({ [home]: 1 });
    await at.sql`update stations set canary = true where id = ${stationId}`;
    expect((await at.read(home)).stations).toEqual([]);
    expect((await at.read(home, `?ident=${ident}`)).stations).toEqual([]);
  });
});

describe("by its ident", () => {
  test("a station of another network is found with what is public", async () => {
    const { ident } = await at.addFeeding({ [elsewhere]: 1 });
    expect(await at.readOne(at.newAddress(), `?ident=${ident}`)).toMatchObject({
      ident,
      refused: null,
      share: null,
      provable: false,
    });
  });

  test("only that one is returned, and an unknown ident returns none", async () => {
    const address = at.newAddress();
    const { ident } = await at.addFeeding({ [address]: 1 });
    await at.addFeeding({ [address]: 1 });
    expect((await at.readOne(address, `?ident=${ident}`)).share).toBe(1);
    expect((await at.read(address, "?ident=AB-NONE")).stations).toEqual([]);
  });

  test.each(["", "x".repeat(65), "a%00b"])(
    "the ident %j is refused with its name",
    async (ident) => {
      const response = await at.ask(at.newAddress(), `/v1/heard?ident=${ident}`);
      expect(response.status).toBe(400);
      expect(Problem.parse(await response.json()).errors).toMatchObject([{ field: "ident" }]);
    },
  );
});

test("an address is limited, and others are not", async () => {
  const address = at.newAddress();
  let last = 200;
  for (let n = 0; n < 61; n++) last = (await at.ask(address, "/v1/heard")).status;
  expect(last).toBe(429);
  expect((await at.ask(at.newAddress(), "/v1/heard")).status).toBe(200);
});

test("without the secret of addresses, and where nobody may look, only facts are shown", async () => {
  await using closed = await startReplica(at.rest.database, {
    PUBLIC_VIEWER: "false",
    PUBLIC_ROUTES: "false",
  });
  const { ident, stationId } = await at.addFeeding({ "127.0.0.1": 1 });
  const message = testMessage({ id: ids.next(0), stationId });
  await storeMessages(at.sql, [{ message, flightKey: null }]);
  const all = OwnNetwork.parse(await (await fetch(`${closed.url}/v1/heard`)).json());
  expect(all).toMatchObject({
    comparesNetworks: false,
    servesRoutes: false,
    stations: [],
    host: "127.0.0.1",
  });
  const one = await fetch(`${closed.url}/v1/heard?ident=${ident}`);
  expect(OwnNetwork.parse(await one.json()).stations).toMatchObject([
    { ident, lastMessage: null, share: null },
  ]);
});
