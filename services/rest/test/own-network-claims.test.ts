import * as db from "@jetwire/db";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner } from "./rest-under-test.ts";
import { openOwnNetwork, secret } from "./own-network-scene.ts";

let at: Awaited<ReturnType<typeof openOwnNetwork>>;
beforeAll(async () => {
  at = await openOwnNetwork();
});
afterAll(() => at[Symbol.asyncDispose]());

describe("a page of another origin", () => {
  test.each([
    ["by its origin", { origin: "https://elsewhere.example" }],
    ["without an origin", { origin: "null" }],
    ["by the site that the browser names", { "sec-fetch-site": "cross-site" }],
    ["on the same site", { "sec-fetch-site": "same-site" }],
  ])("learns nothing of its visitor's network, %s", async (_, headers) => {
    const address = at.newAddress();
    await at.addFeeding({ [address]: 1 });
    for (const path of ["/v1/heard", "/v1/heard?ident=X", "/v1/claim-codes/AB23-CD45-EF67"]) {
      const response = await at.ask(address, path, "GET", headers);
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
    const preflight = await at.ask(address, "/v1/heard", "OPTIONS", {
      ...headers,
      "access-control-request-method": "GET",
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      403,
      null,
    ]);
  });

  test("reads no answer either that no header betrays", async () => {
    const response = await at.ask(at.newAddress(), "/v1/heard");
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      null,
    ]);
    // Other answers are the same for everybody.
    const open = await at.ask(at.newAddress(), "/v1/status", "GET", {
      origin: "https://elsewhere.example",
    });
    expect(open.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("does not claim a station from its visitor's network", async () => {
    const address = at.newAddress();
    const { stationId } = await at.addFeeding({ [address]: 80 });
    const { key } = await addKeyOwner(at.rest.database, "lured", "unlimited");
    const claim = async (headers: Record<string, string>) => {
      const response = await fetch(`${at.rest.url}/v1/stations/${stationId}/claim`, {
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
  const [home, other] = [at.newAddress(), at.newAddress()];
  const { stationId } = await at.addFeeding({ [home]: 99, [other]: 1 });
  expect(await at.readOne(home)).toMatchObject({ provable: true });
  expect(await at.readOne(other)).toMatchObject({ provable: false });
  await at.claimFrom(home, stationId, "prover");
  await expect.poll(() => at.readOne(home)).toMatchObject({ provable: false });
});

async function identOf(stationId: number): Promise<string> {
  const [row] = await at.sql<
    { ident: string }[]
  >`select ident from stations where id = ${stationId}`;
  return row?.ident ?? "";
}

describe("a claim of the last 24 hours", () => {
  test("is disputed from the station's network, once, and the operator decides", async () => {
    const address = at.newAddress();
    const { stationId } = await at.addFeeding({ [address]: 5 });
    const accountId = await at.claimFrom(address, stationId, "taker");
    const first = await at.dispute(address, stationId);
    expect(first.status).toBe(202);
    const again = await at.dispute(address, stationId);
    expect(await again.json()).toEqual(await first.json());
    expect((await at.readOne(address)).claim).toMatchObject({ disputed: true, disputable: false });
    const [waiting] = (await db.claims.listDisputes(at.sql)).filter(
      (one) => one.station.id === stationId,
    );
    expect(waiting).toMatchObject({ owner: { id: accountId, username: "taker" }, share: 1 });
    expect(await db.claims.decideDispute(at.sql, waiting?.id ?? "", true)).toMatchObject({
      stationId,
    });
    expect(await db.claims.decideDispute(at.sql, waiting?.id ?? "", true)).toBeNull();
    const [station] = await at.sql`select account_id from stations where id = ${stationId}`;
    expect(station).toEqual({ accountId: null });
  });

  test.each(["before", "after"])(
    "is disputed %s a transfer, and an upheld dispute takes the station from its new owner",
    async (when) => {
      const address = at.newAddress();
      const { stationId } = await at.addFeeding({ [address]: 80 });
      const accountId = await at.claimFrom(address, stationId, `claimant-${stationId}`);
      const username = `accomplice-${stationId}`;
      const taker = await addKeyOwner(at.rest.database, username);
      const answers: number[] = [];
      if (when === "before") answers.push((await at.dispute(address, stationId)).status);
      const requested = await db.transfers.request(at.sql, { stationId, accountId, username });
      if (requested.status !== "requested") throw new Error(requested.status);
      expect(await db.transfers.accept(at.sql, requested.transfer.id, taker.accountId)).toBe(true);
      await at.sql`update station_transfers set due_at = now() where station_id = ${stationId}`;
      for (const due of await db.transfers.listDue(at.sql, 100))
        await db.transfers.carryOut(at.sql, due);
      if (when === "after") answers.push((await at.dispute(address, stationId)).status);
      expect(answers).toEqual([202]);
      const waiting = (await db.claims.listDisputes(at.sql)).find(
        (one) => one.station.id === stationId,
      );
      expect(waiting).toMatchObject({ owner: { id: taker.accountId } });
      await db.claims.decideDispute(at.sql, waiting?.id ?? "", true);
      const [station] = await at.sql`select account_id from stations where id = ${stationId}`;
      expect(station).toEqual({ accountId: null });
    },
  );

  test("stays if the operator dismisses the dispute", async () => {
    const address = at.newAddress();
    const { stationId } = await at.addFeeding({ [address]: 5 });
    const accountId = await at.claimFrom(address, stationId, "keeper");
    await at.dispute(address, stationId);
    const [waiting] = await db.claims.listDisputes(at.sql);
    await db.claims.decideDispute(at.sql, waiting?.id ?? "", false);
    const [station] = await at.sql`select account_id from stations where id = ${stationId}`;
    expect(station).toEqual({ accountId });
  });

  test.each([
    ["a page of another origin", { origin: "https://elsewhere.example" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ])("is not disputed by %s", async (_, headers) => {
    const address = at.newAddress();
    const { stationId } = await at.addFeeding({ [address]: 5 });
    await at.claimFrom(address, stationId, `owner-${stationId}`);
    expect((await at.dispute(address, stationId, headers)).status).toBe(403);
    expect((await at.readOne(address)).claim).toMatchObject({ disputed: false });
  });

  test("is disputed later, too, by a network that sent on an earlier day, whatever its share", async () => {
    const [earlier, taker] = [at.newAddress(), at.newAddress()];
    const { stationId } = await at.addFeeding({ [taker]: 199 });
    await addSentHours(at.sql, {
      stationId,
      network: hashNetwork(earlier, secret),
      fromHoursAgo: 200,
      hours: 1,
    });
    // The operator decided wrongly.
    const { accountId } = await addKeyOwner(at.rest.database, "wrongly");
    const requested = await db.claims.request(at.sql, { stationId, accountId, note: null });
    if (requested.status !== "requested") throw new Error("the claim was refused");
    await db.claims.decide(at.sql, {
      id: requested.claim.id,
      approved: true,
      actor: { kind: "operator", name: "ops" },
      mailOrigin: null,
    });
    await at.sql`update station_claims set decided_at = now() - interval '3 days'
      where station_id = ${stationId}`;
    const seen = (await at.read(earlier, `?ident=${await identOf(stationId)}`)).stations[0];
    expect(seen).toMatchObject({ share: null, claim: { username: "wrongly", disputable: true } });
    expect((await at.dispute(taker, stationId)).status).toBe(202);
    expect((await at.dispute(earlier, stationId)).status).toBe(202);
    await at.sql`update station_claims set decided_at = now() - interval '31 days'
      where station_id = ${stationId}`;
    expect((await at.dispute(earlier, stationId)).status).toBe(403);
  });

  test("is not disputed from another network, later, or without a claim", async () => {
    const address = at.newAddress();
    const { stationId } = await at.addFeeding({ [address]: 5 });
    expect((await at.dispute(address, stationId)).status).toBe(403);
    await at.claimFrom(address, stationId, "early");
    expect((await at.dispute(at.newAddress(), stationId)).status).toBe(404);
    await at.sql`update station_claims set provisional_at = now() - interval '25 hours'
      where station_id = ${stationId}`;
    expect((await at.dispute(address, stationId)).status).toBe(403);
    const given = await db.stations.add(at.sql, {
      ident: "AB-GIVEN",
      accountId: at.rest.accountId,
      sourceType: null,
    });
    await at.addSources(given?.id ?? 0, { [address]: 1 });
    expect((await at.dispute(address, given?.id ?? 0)).status).toBe(403);
  });
});
