import * as db from "@jetwire/db";
import { StationCoverage, StationGaps, StationStatus } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let stationId: number;
let ownerKey: string;
const [latitude, longitude] = [50.04, 8.04];

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const owner = await addKeyOwner(rest.database, "owner", "unlimited");
  ownerKey = owner.key;
  const { accountId } = owner;
  stationId =
    (await db.stations.add(sql, { ident: "AB-EDDF1", accountId, sourceType: "vdl" }))?.id ?? 0;
  await sql`
    update stations set latitude = ${latitude}, longitude = ${longitude},
      first_received_at = now() - interval '9 days', last_received_at = now()
    where id = ${stationId}`;
  const from = { stationId, sourceType: "vdl", source: "dumpvdl2", authenticated: true };
  const raw = '{"vdl2":{"app":{"name":"dumpvdl2","ver":"2.5.1"}}}';
  await storeReceived(
    sql,
    [
      // North: 60 nautical miles to a degree. East, far beyond the horizon of VHF, and south.
      ...Array.from({ length: 20 }, (_, n) =>
        receivedAgo(30, { ...from, latitude: 50.04 + (n + 2) / 10, longitude: 8.04 }),
      ),
      receivedAgo(30, { ...from, latitude: 50.04, longitude: 60 }),
      receivedAgo(30, { ...from, latitude: 47.04, longitude: 8.04 }),
      receivedAgo(8 * 24 * 60, { ...from, latitude: 50.04, longitude: 12 }),
      receivedAgo(5 * 60, from),
      receivedAgo(50 * 60, from),
    ],
    { raw },
  );
  // Any other station keeps the service alive meanwhile.
  const other = { stationId: rest.stationId };
  await storeReceived(
    sql,
    Array.from({ length: 60 }, (_, n) => receivedAgo((n + 1) * 60, other)),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

async function read<T>(
  path: string,
  schema: { parse(value: unknown): T },
  key = rest.key,
): Promise<T> {
  const response = await ask(`${rest.url}/v1/stations/${stationId}/${path}`, key);
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}

describe("GET /v1/stations/:id/coverage", () => {
  test("measures distances of a week by bearing, from the position that is shown", async () => {
    const coverage = await read("coverage", StationCoverage);
    expect(coverage).toMatchObject({ latitude: 50, longitude: 8, positions: 21 });
    const reached = coverage.sectors.filter(({ positions }) => positions > 0);
    expect(reached.map(({ from, positions }) => [from, positions])).toEqual([
      [0, 20],
      [170, 1],
    ]);
    // 20 positions of 14.4 to 128.4 nautical miles.
    expect(reached[0]?.max).toBeCloseTo(128.4, 0);
    expect(reached[0]?.usual).toBeCloseTo(122.7, 0);
    expect(coverage.record).toMatchObject({ messageId: expect.any(String) as string });
    expect(coverage.record?.distance).toBeCloseTo(177.6, 0);
    expect(coverage.record?.bearing).toBeCloseTo(179.5, 0);
  });

  test("measures from the exact position for its owner", async () => {
    const coverage = await read("coverage", StationCoverage, ownerKey);
    expect(coverage).toMatchObject({ latitude, longitude });
    expect(coverage.record?.distance).toBeCloseTo(180.1, 0);
  });

  test("of a station without a position is empty, and of a hidden one not found", async () => {
    const { sql } = rest.database.database;
    const path = `${rest.url}/v1/stations/${rest.stationId}/coverage`;
    const nowhere = StationCoverage.parse(await (await ask(path, rest.key)).json());
    expect(nowhere).toMatchObject({ latitude: null, positions: 0, record: null });
    await sql`update stations set hidden = true where id = ${stationId}`;
    for (const what of ["coverage", "gaps"]) {
      const url = `${rest.url}/v1/stations/${stationId}/${what}`;
      expect([(await ask(url, rest.key)).status, (await ask(url, ownerKey)).status]).toEqual([
        404, 200,
      ]);
    }
    await sql`update stations set hidden = false where id = ${stationId}`;
  });
});

test("GET /v1/stations/:id/gaps names silent hours and outages with their times", async () => {
  const { hours, outages } = await read("gaps", StationGaps);
  expect(hours).toHaveLength(7 * 24);
  const states = hours.slice(-49).map(({ state }) => state);
  expect(states.filter((state) => state === "silent").length).toBeGreaterThanOrEqual(43);
  // No station sent anything then.
  expect(hours[0]).toMatchObject({ messages: 0, state: "unknown" });
  expect(outages.length).toBeGreaterThanOrEqual(2);
  expect(outages.every(({ until }) => until !== null)).toBe(true);
  const [latest] = outages;
  expect([minutesAgo(latest?.from), minutesAgo(latest?.until)]).toEqual([5 * 60, 30]);
});

test("GET /v1/stations/:id/status names programs with versions, the clock and the proven share", async () => {
  const status = await read("status", StationStatus);
  expect(status).toMatchObject({
    provenShare: 1,
    clockOffsetSeconds: 0,
    programs: [{ name: "dumpvdl2", version: "2.5.1" }],
  });
});

function minutesAgo(time: string | null | undefined): number {
  return Math.round((Date.now() - Date.parse(time ?? "")) / 60_000);
}
