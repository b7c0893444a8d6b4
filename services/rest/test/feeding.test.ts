import * as db from "@jetwire/db";
import { Feeding } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOwnNetwork } from "./own-network-scene.ts";

let at: Awaited<ReturnType<typeof openOwnNetwork>>;
beforeAll(async () => {
  at = await openOwnNetwork();
});
afterAll(() => at[Symbol.asyncDispose]());

const elsewhere = { origin: "https://elsewhere.example" };

async function read(query = "", address = at.newAddress(), headers = {}) {
  const response = await at.ask(address, `/v1/feeding${query}`, "GET", headers);
  expect(response.status).toBe(200);
  return { response, body: Feeding.parse(await response.json()) };
}

async function addStation(ident: string, messages: number, agoMs = 0): Promise<number> {
  const stationId = await db.stations.register(at.sql, {
    ident,
    sourceType: "acars",
    simulated: false,
  });
  const stored = Array.from({ length: messages }, () => ({
    message: testMessage({ stationId }),
    flightKey: null,
  }));
  await storeMessages(at.sql, stored);
  const received = messages === 0 ? null : new Date(Date.now() - agoMs);
  await at.sql`
    update stations set first_received_at = ${received}, last_received_at = ${received} where id = ${stationId}`;
  return stationId;
}

describe("with an ident", () => {
  test("a station that sends feeds, with its messages of the last hour and its page", async () => {
    await addStation("FEEDS-1", 3);
    const { body, response } = await read("?ident=FEEDS-1");
    expect(body).toMatchObject({ feeding: true, ident: "FEEDS-1", messagesLastHour: 3 });
    expect(body.stations).toHaveLength(1);
    expect(Date.now() - Date.parse(body.lastMessageAt ?? "")).toBeLessThan(60_000);
    expect(body.status).toMatch(/^https:\/\/.*\/heard\?ident=FEEDS-1$/);
    expect(response.headers.get("cache-control")).toBe("public, max-age=5");
  });

  test("a UUID is one station in either case", async () => {
    const uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    await addStation(uuid, 1);
    for (const ident of [uuid, uuid.toUpperCase()]) {
      expect((await read(`?ident=${ident}`)).body).toMatchObject({ feeding: true, ident: uuid });
    }
  });

  test("an unknown station, a hidden one and one that has never sent are answered alike", async () => {
    const hidden = await addStation("FEEDS-HIDDEN", 1);
    await at.sql`update stations set hidden = true where id = ${hidden}`;
    for (const ident of ["FEEDS-HIDDEN", "FEEDS-NOBODY"]) {
      const { body } = await read(`?ident=${ident}`);
      expect(body).toMatchObject({
        feeding: false,
        ident,
        lastMessageAt: null,
        messagesLastHour: 0,
        stations: [],
      });
    }
  });

  test("a station that has stopped does not feed, and the time of its last message is in the answer", async () => {
    await addStation("FEEDS-NO-MORE", 1, 3_600_000);
    const { body } = await read("?ident=FEEDS-NO-MORE");
    expect(body.feeding).toBe(false);
    expect(body.lastMessageAt).not.toBeNull();
  });

  test("a page of another origin may ask", async () => {
    const { response } = await read("?ident=FEEDS-1", at.newAddress(), elsewhere);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each(["", "x".repeat(65)])("'%s' is refused", async (ident) => {
    const response = await at.ask(at.newAddress(), `/v1/feeding?ident=${ident}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: "ident" }] });
  });
});

describe("without an ident", () => {
  test("an address gets the stations of its network only", async () => {
    const [home, other] = [at.newAddress(), at.newAddress()];
    const { ident, stationId } = await at.addFeeding({ [home]: 2 });
    await at.sql`update stations set last_received_at = now() where id = ${stationId}`;
    const own = await read("", home);
    expect(own.body).toMatchObject({ feeding: true, ident: null, comparesNetworks: true });
    expect(own.body.stations.map((one) => one.ident)).toEqual([ident]);
    expect(own.response.headers.get("cache-control")).toBe("private, no-store");
    expect((await read("", other)).body).toMatchObject({ feeding: false, stations: [] });
  });

  test("a page of another origin learns nothing of its visitor's network", async () => {
    const address = at.newAddress();
    await at.addFeeding({ [address]: 1 });
    for (const method of ["GET", "OPTIONS"]) {
      const response = await at.ask(address, "/v1/feeding", method, elsewhere);
      expect([method, response.status]).toEqual([method, 403]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});
