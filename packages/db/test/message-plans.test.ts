import { messageIdFloor } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { MessageFilter, Sql } from "../src/index.ts";
import type { Page } from "../src/query/keyset.ts";
import { type Plan, planOf } from "./plan-of.ts";

/*
 * Checks the plans of lists of messages, over five days: no plan may read a day outside the request,
 * read a whole day, or sort rows that an index does not select. Future days and the default
 * partition are empty and do not matter.
 */
const dayMs = 86_400_000;
const days = 5;
const rowsPerDay = 6_000;
const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
const firstMs = todayMs - (days - 1) * dayMs;
const viewer = { accountId: null, hiddenStationIds: [9, 10] };
const open = { viewer };

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
  const { sql } = at.database;
  await db.partitions.ensure(sql, new Date(firstMs), days);
  const stepMs = dayMs / rowsPerDay;
  const idOf = (n: ReturnType<typeof sql>) => sql`
    (lpad(to_hex(${firstMs}::bigint + (${n} * ${stepMs}::float8)::bigint), 12, '0')
      || '7' || lpad(to_hex(${n} % 4096), 3, '0') || 'a' || substr(md5('m' || ${n}), 18))::uuid`;
  for (let day = 0; day < days; day++) {
    await sql`
    insert into messages (id, group_id, received_at, skewed, created_at, station_id, airframe_id,
      from_hex, flight_id, flight_key, source, source_type, link_direction, error, label, tail, body,
      latitude, longitude, frequency, decoded, on_ground, authenticated, departing_airport)
    select ${idOf(sql`n`)}, ${idOf(sql`(n - n % 3)`)}, now(), false, now(), n % 300,
      case when n % 20 > 0 then md5('a' || n % 3000)::uuid end,
      upper(lpad(to_hex(n % 3000), 6, 'A')), md5('f' || n % 2000)::uuid,
      (array['UAL', 'DLH', 'U2', 'SAS', 'UAL'])[1 + n % 5] || n % 2000,
      'acarsdec', (array['acars', 'vdl', 'hfdl'])[1 + n % 3], 'downlink', n % 3,
      (array['H1', 'SQ', 'Q0', '_d', '10'])[1 + n % 5] || case when n % 400 = 0 then 'X' else '' end,
      'N' || n % 3000 || '-A', 'POS ' || substr(md5('t' || n), 1, 8),
      case when n % 10 = 0 then n % 180 - 90 end, case when n % 10 = 0 then n % 360 - 180 end,
      131.0 + n % 40 * 0.025,
      case when n % 2 = 0 then jsonb_build_object('application', case when n % 40 = 0 then 'adsc' end,
        'description', 'Position ' || substr(md5('d' || n), 1, 8)) end,
      case when n % 4 = 0 then n % 8 = 0 end, case when n % 5 = 0 then true end,
      case when n % 50 = 0 then 'ESSA' end
    from generate_series(${day * rowsPerDay}::integer, ${(day + 1) * rowsPerDay - 1}::integer) n`;
  }
  await sql`
    insert into airframes (id, icao, type, first_received_at)
    select md5('a' || n)::uuid, lpad(to_hex(n), 6, '0'), case when n % 3 = 0 then 'B738'
      when n % 1000 = 1 then 'CONC' else 'A' || n % 300 end, now()
    from generate_series(0, 2999) n`;
  await sql`
    insert into flights (id, flight_key, flight, departing_airport, destination_airport,
      first_received_at, last_received_at)
    select md5('f' || n)::uuid, 'UAL' || n, 'UAL' || n, case when n % 10 = 0 then 'ESSA' end,
      case when n % 400 = 0 then 'ESNQ' end,
      to_timestamp(${firstMs} / 1000.0) + n * interval '3 minutes', now()
    from generate_series(0, 1999) n`;
  await sql`analyze airframes, flights`;
  // Also brings what waits in the index of texts into it.
  await sql`vacuum analyze messages`;
});
afterAll(() => at[Symbol.asyncDispose]());

async function planFor(filter: Partial<MessageFilter>, page: Partial<Page> = {}) {
  const asked = { limit: 101, ...page };
  return await planOf(at.url, (sql) => db.messages.list(sql, { ...open, ...filter }, asked));
}

const dayNames = Array.from({ length: days }, (_, day) => dayName(day));

/** The days that a plan looks into by an index that fits, and those that it reads whole. */
function daysOf({ indexes, scanned }: Plan, fits: RegExp) {
  const fitting = indexes.filter((name) => fits.test(name));
  return {
    byIndex: dayNames.filter((day) => fitting.some((name) => name.includes(day))),
    touched: dayNames.filter((day) => indexes.some((name) => name.includes(day))),
    whole: dayNames.filter((day) => scanned.includes(`messages_${day}`)),
  };
}

function dayName(day: number): string {
  return db.partitions.nameOf("", new Date(firstMs + day * dayMs)).slice(1);
}

const airframe = "00000000-0000-0000-0000-000000000001";
const cases: [string, Partial<MessageFilter>, RegExp][] = [
  ["nothing", {}, /pkey/],
  ["a flight", { flightKeys: ["UAL7"] }, /flight_key/],
  ["a flight of two spellings", { flightKeys: ["UAL7", "UA7"] }, /flight_key/],
  ["a tail", { tail: "N77A" }, /replace/],
  ["an airframe", { airframeIds: [airframe] }, /airframe_id/],
  ["airframes", { airframeIds: [airframe, airframe] }, /airframe_id/],
  ["an address", { airframeIds: [airframe], unlinkedIcao: "ABC123" }, /airframe_id|from_hex/],
  ["an address without an airframe", { airframeIds: [], unlinkedIcao: "ABC123" }, /from_hex/],
  ["a station", { stationIds: [7] }, /station_id/],
  ["stations", { stationIds: [7, 8] }, /station_id/],
  ["a rare label", { label: ["H1X"] }, /label/],
  ["labels", { label: ["H1", "H1X"] }, /label/],
  ["a rare text", { text: "abcd0123" }, /body/],
  ["a common text", { text: "pos" }, /pkey/],
  ["positions", { hasPosition: true }, /latitude/],
  ["a box", { bbox: [10, 10, 12, 12] }, /latitude/],
  ["a box across 180°", { bbox: [179, -90, -179, 90] }, /latitude/],
  ["no position", { hasPosition: false }, /pkey/],
  ["all but labels", { excludeLabel: ["SQ"] }, /pkey/],
  ["a source type", { sourceType: ["hfdl"] }, /pkey/],
  ["source types", { sourceType: ["hfdl", "vdl"] }, /pkey/],
  ["a direction", { linkDirection: "downlink" }, /pkey/],
  ["few errors", { errorMax: 1 }, /pkey/],
  ["an airline", { airlines: ["SAS"] }, /substring/],
  ["an airline of two codes", { airlines: ["UAL", "UA"] }, /substring/],
  ["an airline's flight", { airlines: ["UAL"], flightKeys: ["UAL7"] }, /flight_key/],
  ["an application", { applications: ["adsc"] }, /expr/],
  ["applications", { applications: ["adsc", "cpdlc"] }, /expr/],
  ["rare words", { q: "abcd0123" }, /expr|body/],
  ["common words", { q: "position" }, /pkey/],
  ["a rare type", { aircraftType: "CONC" }, /airframe_id/],
  ["a common type", { aircraftType: "B738" }, /pkey/],
  ["a busy airport", { airports: ["ESSA"] }, /pkey/],
  ["an airport of two codes", { airports: ["ESNQ", "KRN"] }, /pkey/],
  ["a frequency", { frequency: "131.55" }, /pkey/],
  ["decoded content", { isDecoded: true }, /pkey/],
  ["no decoded content", { isDecoded: false }, /pkey/],
  ["being on the ground", { onGround: true }, /pkey/],
  ["proven messages", { authenticated: true }, /pkey/],
  ["first receptions", { isFirst: true }, /pkey/],
  ["later receptions", { isFirst: false }, /pkey/],
];

describe("R-06: a list of messages is read by an index, in the days that are asked for", () => {
  test.each(cases)("by %s", async (_name, filter, index) => {
    const sinceId = messageIdFloor(firstMs + dayMs);
    const plan = await planFor(
      { ...filter, sinceId },
      { before: messageIdFloor(firstMs + 3 * dayMs) },
    );
    const asked = [dayName(1), dayName(2)];
    expect(daysOf(plan, index)).toEqual({ byIndex: asked, touched: asked, whole: [] });
  });

  test.each(cases)("by %s upwards, from a cursor", async (_name, filter, index) => {
    const plan = await planFor(filter, { after: messageIdFloor(firstMs + 3 * dayMs) });
    const asked = [dayName(3), dayName(4)];
    expect(daysOf(plan, index)).toEqual({ byIndex: asked, touched: asked, whole: [] });
  });

  const ordered = cases.filter(([, , index]) => index.source === "pkey");
  test.each(ordered)("by %s without sorting", async (_name, filter) => {
    expect((await planFor(filter, { before: messageIdFloor(todayMs) })).sorts).toBe(false);
  });

  const ofOneThing = cases.filter(
    ([, filter]) => db.messageFilters.accessPath({ ...open, ...filter }).plans === "once",
  );
  test.each(ofOneThing)("by %s, planned once for all", async (_name, filter, index) => {
    const within = { sinceId: messageIdFloor(firstMs + dayMs), untilId: messageIdFloor(todayMs) };
    const plan = await planOf(
      at.url,
      (sql) => db.messages.list(sql, { ...open, ...filter, ...within }, { limit: 101 }),
      "once",
    );
    const asked = [dayName(1), dayName(2), dayName(3)];
    expect(daysOf(plan, index)).toEqual({ byIndex: asked, touched: asked, whole: [] });
    expect(plan.sorts).toBe(false);
  });

  test("what is of one thing is a flight, a tail, airframes of an address or a station by itself", () => {
    expect(ofOneThing.map(([name]) => name)).toEqual([
      "a flight",
      "a flight of two spellings",
      "a tail",
      "an airframe",
      "airframes",
      "an address",
      "an address without an airframe",
      "a station",
      "stations",
    ]);
    expect(db.messageFilters.accessPath({ ...open, stationIds: [7], label: ["H1"] }).plans).toBe(
      "each",
    );
  });

  test("the latest messages of many stations by the index of stations", async () => {
    const stationIds = Array.from({ length: 100 }, (_, n) => n);
    const plan = await planOf(at.url, (sql) =>
      db.stationActivity.readStationSamples(sql, stationIds, todayMs + dayMs / 2, 200),
    );
    const asked = [dayName(3), dayName(4)];
    expect(daysOf(plan, /station_id/)).toEqual({ byIndex: asked, touched: asked, whole: [] });
  });

  test("the receptions of a transmission by ids near that of the group", async () => {
    const groupId = messageIdFloor(firstMs + 2.5 * dayMs);
    const plan = await planFor({ groupId });
    expect(daysOf(plan, /group_id|pkey/)).toEqual({
      byIndex: [dayName(2)],
      touched: [dayName(2)],
      whole: [],
    });
  });

  const ofTransmissions: [string, Partial<MessageFilter>, RegExp][] = [
    ["decoded content", { isDecoded: true }, /pkey/],
    ["no decoded content", { isDecoded: false }, /pkey/],
    ["positions", { hasPosition: true }, /latitude/],
    ["an application", { applications: ["adsc"] }, /expr/],
    ["an airframe", { airframeIds: [airframe] }, /airframe_id/],
    ["a station", { stationIds: [7] }, /station_id/],
    ["a flight of two spellings", { flightKeys: ["UAL7", "UA7"] }, /flight_key/],
  ];
  test.each(ofTransmissions)(
    "by %s, each transmission once, with its other receptions by the indexes of ids and groups",
    async (_name, filter, index) => {
      const sinceId = messageIdFloor(firstMs + 1.5 * dayMs);
      const untilId = messageIdFloor(firstMs + 2.5 * dayMs);
      const plan = await planFor({ ...filter, isFirst: true, sinceId, untilId });
      const asked = [dayName(1), dayName(2)];
      expect(daysOf(plan, index)).toEqual({ byIndex: asked, touched: asked, whole: [] });
      expect(daysOf(plan, /group_id/).byIndex).toEqual(asked);
    },
  );

  test("the receptions that say more by ids and the index of groups", async () => {
    const messages = Array.from({ length: 100 }, (_, n) =>
      testMessage({ id: messageIdFloor(firstMs + (n / 100) * days * dayMs) }),
    );
    const plan = await planOf(
      at.url,
      (sql) => db.messages.copiesThatSayMore(sql, messages, viewer),
      "once",
    );
    const { byIndex, whole } = daysOf(plan, /group_id/);
    expect({ byIndex, whole }).toEqual({ byIndex: dayNames, whole: [] });
  });

  test("the receptions of many transmissions by ids and the index of groups", async () => {
    const groupIds = Array.from({ length: 100 }, (_, n) =>
      messageIdFloor(firstMs + (n / 100) * days * dayMs),
    );
    const plan = await planOf(at.url, (sql) => db.messages.receptionsByGroup(sql, groupIds, null));
    const { byIndex, whole } = daysOf(plan, /group_id/);
    expect({ byIndex, whole }).toEqual({ byIndex: dayNames, whole: [] });
  });

  test("the receptions of messages of one day in that day alone, by a plan for all days", async () => {
    const groupId = messageIdFloor(firstMs + 2.5 * dayMs);
    const asked = [dayName(2)];
    const copies = (sql: Sql) => {
      const messages = [testMessage({ id: groupId, groupId })];
      return db.messages.copiesThatSayMore(sql, messages, viewer);
    };
    const receptions = (sql: Sql) => db.messages.receptionsByGroup(sql, [groupId], null);
    for (const work of [copies, receptions]) {
      const plan = await planOf(at.url, work, "once");
      expect(daysOf(plan, /group_id/)).toEqual({ byIndex: asked, touched: asked, whole: [] });
    }
  });

  test.each(["each", "once"] as const)(
    "by its id, with the other receptions of its transmission, in one day, planned %s",
    async (plans) => {
      const id = messageIdFloor(firstMs + 2.5 * dayMs);
      const plan = await planOf(at.url, (sql) => db.messages.read(sql, id, viewer), plans);
      const asked = [dayName(2)];
      expect(daysOf(plan, /pkey/)).toEqual({ byIndex: asked, touched: asked, whole: [] });
      expect(daysOf(plan, /group_id/).byIndex).toEqual(asked);
    },
  );
});
