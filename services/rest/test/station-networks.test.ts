import * as db from "@jetwire/db";
import { Problem } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addKeyOwner, ask } from "./rest-under-test.ts";
import { openClaims, secret, feeder } from "./claim-scene.ts";

let at: Awaited<ReturnType<typeof openClaims>>;
beforeAll(async () => {
  at = await openClaims();
});
afterAll(() => at[Symbol.asyncDispose]());

// An account may have ten pending claims.
beforeEach(() => at.sql`delete from station_claims where decided_at is null`);

async function addSent(stationId: number, addresses: readonly string[], when = new Date()) {
  const sources = addresses.map((address) => ({
    stationId,
    network: hashNetwork(address, secret),
    at: when.toISOString(),
  }));
  await db.stationSources.add(at.sql, sources);
}

function flood(third: number): string[] {
  return Array.from({ length: 100 }, (_, n) => `10.${third}.${n}.1`);
}

describe("the networks of a station", () => {
  test("are kept as keyed hashes, 16 new ones a day apart", async () => {
    const stationId = await at.addFeeding({});
    await addSent(stationId, flood(0));
    await addSent(stationId, flood(1));
    const rows = await at.sql<{ network: Buffer }[]>`
      select network from station_sources where station_id = ${stationId}`;
    const lengths = rows.map(({ network }) => network.length).toSorted((a, b) => a - b);
    expect(lengths).toEqual([
      0,
      ...Array.from({ length: db.stationSources.newNetworksMax }, () => 16),
    ]);
  });

  test("are counted although a day is full, if they sent on an earlier day", async () => {
    const stationId = await at.addFeeding({});
    await addSent(stationId, [feeder], new Date(Date.now() - 24 * 3_600_000));
    await addSent(stationId, flood(0));
    await addSent(stationId, [feeder]);
    const network = hashNetwork(feeder, secret);
    const rows = await at.sql`
      select first_at from station_sources where station_id = ${stationId} and network = ${network}`;
    expect(rows).toHaveLength(2);
    // The first time is carried from day to day.
    expect(rows[0]?.["firstAt"]).toEqual(rows[1]?.["firstAt"]);
  });
});

test("the station of an erased owner is not proven by hours: the operator gives it away", async () => {
  const stationId = await at.addFeeding({ [feeder]: [80] });
  const leaving = await addKeyOwner(at.rest.database, "leaving", "unlimited");
  expect(await at.claim(stationId, { key: leaving.key })).toMatchObject({ status: "approved" });
  await at.sql`select begin_account_erasure(${leaving.accountId})`;
  const made = await at.claim(stationId);
  expect(made).toMatchObject({ status: "pending", evidence: null });
  const { code } = await at.issueCode(stationId);
  const refused = await at.use(code);
  expect(Problem.parse(await refused.json()).message).toContain("last owner was erased");
  expect(await at.ownerOf(stationId)).toMatchObject({ owner: null });
});

test("an erased station is not claimed", async () => {
  const stationId = await at.addFeeding({ [feeder]: [80] });
  await at.sql`select begin_station_erasure(${stationId})`;
  const response = await ask(`${at.rest.url}/v1/stations/${stationId}/claim`, at.rest.key, {
    method: "POST",
    body: { prove: true },
  });
  expect(response.status).toBe(404);
});
