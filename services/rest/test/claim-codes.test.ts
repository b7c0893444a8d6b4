import { ClaimCodeDetails, Problem, StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openClaims, secret, feeder, elsewhere, publicUrl } from "./claim-scene.ts";

let at: Awaited<ReturnType<typeof openClaims>>;
beforeAll(async () => {
  at = await openClaims();
});
afterAll(() => at[Symbol.asyncDispose]());

// An account may have ten pending claims.
beforeEach(() => at.sql`delete from station_claims where decided_at is null`);

describe("a claim code", () => {
  test("proves the claim from the feeder's network, once", async () => {
    const stationId = await at.addFeeding({ [feeder]: [80] });
    const { url, code } = await at.issueCode(stationId);
    // Whatever Host a request names.
    expect(url).toBe(`${publicUrl}/c/${code}`);
    const response = await at.use(code);
    expect(response.status).toBe(200);
    expect(StationClaim.parse(await response.json())).toMatchObject({ status: "approved" });
    expect(await at.ownerOf(stationId)).toMatchObject({ owner: at.rest.accountId });
    expect(await at.recordedOf(stationId)).toEqual(["claim.request", "claim.prove"]);
    expect((await at.use(code)).status).toBe(404);
  });

  test("proves nothing from another network, and stays valid", async () => {
    const stationId = await at.addFeeding({ [elsewhere]: [10] });
    const { code } = await at.issueCode(stationId);
    const refused = await at.use(code);
    expect(refused.status).toBe(403);
    expect(Problem.parse(await refused.json()).message).toContain("from your network");
    await at.sql`delete from station_sources where station_id = ${stationId}`;
    await addSentHours(at.sql, {
      stationId,
      network: hashNetwork(feeder, secret),
      fromHoursAgo: 80,
    });
    expect((await at.use(code)).status).toBe(200);
  });

  test.each([
    ["a page of another origin", { origin: "https://elsewhere.example" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page without an origin", { origin: "null" }],
  ])("is refused to %s", async (_, headers) => {
    const stationId = await at.addFeeding({ [feeder]: [80] });
    const { code } = await at.issueCode(stationId);
    expect((await at.use(code, headers)).status).toBe(403);
    expect(await at.ownerOf(stationId)).toMatchObject({ owner: null });
    const own = { origin: at.rest.url, "sec-fetch-site": "same-origin" };
    expect((await at.use(code, own)).status).toBe(200);
  });

  test("tells whom it gives which station, and whether it succeeds from here, without being used", async () => {
    const stationId = await at.addFeeding({ [elsewhere]: [10] });
    const { code } = await at.issueCode(stationId);
    const read = async () => {
      const response = await fetch(`${at.rest.url}/v1/claim-codes/${code}`);
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
    await addSentHours(at.sql, { stationId, network, fromHoursAgo: 5 });
    expect((await read()).fault).toBe("earlier-network");
    await at.sql`delete from station_sources where station_id = ${stationId} and network <> ${network}`;
    await at.sql`update stations set created_at = now() - interval '5 hours' where id = ${stationId}`;
    expect(await read()).toMatchObject({ provisional: true, fault: null });
    expect(await at.ownerOf(stationId)).toMatchObject({ owner: null });
    expect((await at.use(code)).status).toBe(200);
    expect(await at.ownerOf(stationId)).toEqual({ owner: at.rest.accountId, proven: false });
    // It proves the claim later, until it expires.
    expect(await read()).toMatchObject({ provisional: true, fault: null });
  });

  test("is invalid when it has expired, or another one was issued", async () => {
    const stationId = await at.addFeeding({ [feeder]: [80] });
    const earlier = await at.issueCode(stationId);
    const { code } = await at.issueCode(stationId);
    expect((await at.use(earlier.code)).status).toBe(404);
    await at.sql`update claim_codes set expires_at = now() - interval '1 second'`;
    expect((await at.use(code)).status).toBe(404);
    expect(await at.ownerOf(stationId)).toMatchObject({ owner: null });
  });
});
