import * as db from "@jetwire/db";
import { AirframePosition, type Message, TrackPosition } from "@jetwire/protocol";
import { storeMessages } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let second: number;
let hidden: number;
const [fedex, swiss, far, secret] = ["A1AEF6", "4B1901", "7C6B11", "3C0001"].map((icao) =>
  db.stableIds.ofAirframe(icao),
) as [string, string, string, string];
const flightId = db.stableIds.ofFlight("A1AEF6", "FDX2417", 1);

const adsc: Message["decoded"] = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "adsc",
  description: "Position 35.49 N 105.22 W",
  items: [
    { label: "Track", value: 92.4, unit: "° true" },
    { label: "Ground speed", value: 451, unit: "kt" },
  ],
};

function at(minutes: number, airframeId: string, where: [number, number], over = {}): Message {
  const [latitude, longitude] = where;
  const position = { latitude, longitude, altitude: 35_000, positionSource: "structured" } as const;
  return receivedAgo(minutes, { airframeId, stationId: rest.stationId, ...position, ...over });
}

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const station = { sourceType: "vdl", simulated: false, provisional: false };
  second = await db.stations.register(sql, { ident: "AB-TWO", ...station });
  hidden = await db.stations.register(sql, { ident: "AB-HIDDEN", ...station });
  await sql`update stations set hidden = true where id = ${hidden}`;
  await sql`
    insert into airframes (id, icao, tail, type)
    values (${fedex}, 'A1AEF6', 'N156VN', 'B763'), (${swiss}, '4B1901', 'HB-AAA', 'A320'),
      (${far}, '7C6B11', 'VH-WJD', null), (${secret}, '3C0001', null, null)`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
    values (${flightId}, 'FDX2417', 'FX2417', ${fedex}, now() - interval '1 hour', now())`;
  const ofFlight = { flightId, flightNumber: "FX2417" };
  await storeReceived(
    sql,
    [
      at(40, fedex, [35, -106], ofFlight),
      at(30, fedex, [35.3, -105.6], { ...ofFlight, stationId: second, sourceType: "vdl" }),
      at(20, fedex, [35.49, -105.22], { ...ofFlight, decoded: adsc, label: "B6" }),
    ],
    { flightKey: "FDX2417" },
  );
  await storeReceived(sql, [
    at(10, swiss, [47.4, 8.5], { positionSource: "text" }),
    at(180, far, [-33.9, 151.2], { sourceType: "hfdl" }),
    at(5, secret, [50, 8], { stationId: hidden }),
    at(1, swiss, [91, 8.5]),
    receivedAgo(1, { airframeId: swiss, stationId: rest.stationId }),
  ]);
});
afterAll(() => rest[Symbol.asyncDispose]());

async function positions(query = ""): Promise<AirframePosition[]> {
  return z.array(AirframePosition).parse(await rest.getJson(`/v1/positions?${query}`));
}

async function tails(query: string): Promise<(string | null)[]> {
  return (await positions(query)).map(({ tail }) => tail);
}

describe("GET /v1/positions", () => {
  test("returns the newest position of each airframe of the last 90 minutes, from every source", async () => {
    const [first, next, ...others] = await positions();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ tail: "HB-AAA", latitude: 47.4, positionSource: "text" });
    expect(next).toEqual({
      airframeId: fedex,
      icao: "A1AEF6",
      tail: "N156VN",
      type: "B763",
      flightId,
      flight: "FDX2417",
      latitude: 35.49,
      longitude: -105.22,
      altitude: 35_000,
      track: 92.4,
      trackDerived: false,
      speed: 451,
      timestamp: expect.any(String) as string,
      sourceType: "acars",
      positionSource: "structured",
      messageId: expect.any(String) as string,
    });
  });

  test("goes back as far as since says, at most twelve hours", async () => {
    expect(await tails(`since=${hoursAgo(4)}`)).toEqual(["HB-AAA", "N156VN", "VH-WJD"]);
    expect(await tails(`since=${new Date(Date.now() - 900_000).toISOString()}`)).toEqual([
      "HB-AAA",
    ]);
    const response = await rest.get(`/v1/positions?since=${hoursAgo(13)}`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ field: "since", message: "must not be more than 12 hours ago" }] },
    ]);
  });

  test.each([
    ["icao=a1aef6", ["N156VN"]],
    ["tail=hb-aaa", ["HB-AAA"]],
    ["flight=FX2417", ["N156VN"]],
    ["airline=FDX", ["N156VN"]],
    ["aircraft_type=a320", ["HB-AAA"]],
    ["source_type=hfdl", []],
    ["label=B6", ["N156VN"]],
    ["decoded=adsc", ["N156VN"]],
    ["q=105.22", ["N156VN"]],
    ["bbox=-107,34,-104,36", ["N156VN"]],
    ["bbox=-105.7,35.2,-105.5,35.4", []],
    ["bbox=0,40,20,50", ["HB-AAA"]],
    ["bbox=0,40,20,50&decoded=none", ["HB-AAA"]],
    ["text=SPERY&exclude_label=B6", ["HB-AAA", "N156VN"]],
    ["text=no+such", []],
    ["frequency=131.55&link_direction=downlink", ["HB-AAA", "N156VN"]],
    ["on_ground=true", []],
    ["airport=KSFO", []],
    ["limit=1", ["HB-AAA"]],
  ])("selects by %s", async (query, expected) => {
    expect(await tails(query)).toEqual(expected);
  });

  test("with a station or a source type returns the newest position that came by it", async () => {
    const [bySecond] = await positions(`station=AB-TWO`);
    expect(bySecond).toMatchObject({
      latitude: 35.3,
      track: 48,
      trackDerived: true,
      sourceType: "vdl",
    });
    expect(await positions("source_type=vdl")).toEqual([bySecond]);
  });

  test("a position of a hidden station is shown to nobody else", async () => {
    expect((await positions()).map(({ airframeId }) => airframeId)).not.toContain(secret);
    expect(await positions("decoded=none&icao=3C0001")).toEqual([]);
  });

  test("names a parameter that lists of positions do not have", async () => {
    for (const name of ["group", "first", "until", "error_max"]) {
      const response = await rest.get(`/v1/positions?${name}=1`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { errors: [{ field: name }] },
      ]);
    }
  });

  test("a redacted message takes its position with it", async () => {
    const airframeId = db.stableIds.ofAirframe("4CA001");
    const message = at(1, airframeId, [53, -6]);
    const { sql } = rest.database.database;
    await storeReceived(sql, [message]);
    expect((await positions()).map(({ messageId }) => messageId)).toContain(message.id);
    await db.redactions.redact(sql, { ids: [message.id] }, { reason: "for a test", by: "nobody" });
    expect((await positions()).map(({ messageId }) => messageId)).not.toContain(message.id);
  });

  test("leaves out a position that the airframe cannot have flown to", async () => {
    const { sql } = rest.database.database;
    const [airframeId, flight] = [
      db.stableIds.ofAirframe("4CA003"),
      db.stableIds.ofFlight("4CA003", "EIN1", 1),
    ];
    await sql`
      insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at,
        latitude, longitude, position_at)
      values (${flight}, 'EIN1', 'EI1', ${airframeId}, now() - interval '1 hour', now(), 53, -6,
        now() - interval '20 minutes')`;
    const shown = async () => (await positions()).filter((one) => one.airframeId === airframeId);
    await storeReceived(sql, [at(10, airframeId, [53.5, -8], { flightId: flight })]);
    expect(await shown()).toMatchObject([{ longitude: -8 }]);
    await storeReceived(sql, [at(5, airframeId, [-33, 151], { flightId: flight })]);
    expect(await shown()).toEqual([]);
    await storeReceived(sql, [at(2, airframeId, [53.7, -9], { flightId: flight })]);
    expect(await shown()).toMatchObject([{ longitude: -9 }]);
  });

  test("an older position that is stored later does not replace a newer one", async () => {
    const airframeId = db.stableIds.ofAirframe("4CA002");
    const { sql } = rest.database.database;
    const [late, early] = [at(2, airframeId, [53, -6]), at(30, airframeId, [40, 10])];
    await storeReceived(sql, [late]);
    await storeReceived(sql, [early, late]);
    const found = (await positions()).filter((one) => one.airframeId === airframeId);
    expect(found).toMatchObject([{ latitude: 53 }]);
  });
});

describe("GET /v1/flights/:id/track", () => {
  test("returns the positions in order, once per transmission, with the number of stations", async () => {
    const { sql } = rest.database.database;
    const first = at(25, fedex, [35.4, -105.4], { flightId });
    const second2 = at(24.9, fedex, [35.4, -105.4], {
      flightId,
      stationId: second,
      groupId: first.id,
    });
    const unseen = at(24.8, fedex, [35.4, -105.4], {
      flightId,
      stationId: hidden,
      groupId: first.id,
    });
    const hop = at(22, fedex, [-35.4, 105.4], { flightId });
    await storeMessages(
      sql,
      [first, second2, unseen, hop].map((message) => ({ message, flightKey: "FDX2417" })),
    );
    const found = await track(flightId);
    expect(
      found.map(({ latitude, stations, plausible }) => [latitude, stations, plausible]),
    ).toEqual([
      [35, 1, true],
      [35.3, 1, true],
      [35.4, 2, true],
      [-35.4, 1, false],
      [35.49, 1, true],
    ]);
    expect(found[1]).toMatchObject({ sourceType: "vdl", altitude: 35_000 });
  });

  test("is in the order of the times that messages state, not in that of reception", async () => {
    const { sql } = rest.database.database;
    const id = db.stableIds.ofFlight("4CA009", "EIN9", 1);
    const airframeId = db.stableIds.ofAirframe("4CA009");
    await sql`
      insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
      values (${id}, 'EIN9', 'EI9', ${airframeId}, now() - interval '1 hour', now())`;
    const reported = (minutes: number, latitude: number, statedMinutes: number) => {
      const value = new Date(Date.now() - statedMinutes * 60_000).toISOString();
      const items = [{ label: "Time of position", value }];
      return at(minutes, airframeId, [latitude, 8], { flightId: id, decoded: { ...adsc, items } });
    };
    const received = [reported(30, 50, 30), reported(20, 52, 20), reported(15, 51, 25)];
    await storeMessages(
      sql,
      received.map((message) => ({ message, flightKey: "EIN9" })),
    );
    const found = await track(id);
    expect(found.map(({ latitude, plausible }) => [latitude, plausible])).toEqual([
      [50, true],
      [51, true],
      [52, true],
    ]);
    expect(Date.parse(found[0]?.at ?? "")).toBeLessThan(Date.parse(found[1]?.at ?? ""));
  });

  test("is a 404 for an unknown flight", async () => {
    const path = `/v1/flights/${db.stableIds.ofFlight("A1AEF6", "FDX2417", 9)}/track`;
    expect((await ask(rest.url + path, rest.key)).status).toBe(404);
  });
});

async function track(id: string): Promise<TrackPosition[]> {
  return z.array(TrackPosition).parse(await rest.getJson(`/v1/flights/${id}/track`));
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
