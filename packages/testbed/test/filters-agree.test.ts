import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { compileRule } from "@jetwire/persister";
import {
  AlertFilter,
  candidateOf,
  compileFilter,
  type EnrichedMessage,
  filterMembers,
  flightKey,
  type KnownCodes,
  type Message,
  MessageIds,
  MessageQuery,
  readSniffOptions,
  SniffFilter,
} from "@jetwire/protocol";
import { sniffFilterOf } from "@jetwire/protocol/plain";
import {
  createSeededRandom,
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "../src/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { matches } from "../../../services/viewer/src/live/matches.ts";

/*
 * A filter selects the same messages wherever it is used. Random messages are stored and compared with random
 * filters, which begin as query parameters: SQL finds some of the messages, and the firehose, alert rules and
 * the page match the same ones.
 */
const messagesCount = 300;
const filtersCount = 400;
const random = createSeededRandom(2_026);
const one = <Value>(values: readonly Value[]): Value => random.pick(values);

const types = ["B738", "A20N", null];
const airframes = Array.from({ length: 6 }, (_, n) => ({
  id: `80000000-0000-8000-a000-00000000000${n}`,
  icao: n === 5 ? null : `4CA9C${n}`,
  tail: one(["D-ABCD", "N101AB", null]),
  type: one(types),
}));
const flights = Array.from({ length: 6 }, (_, n) => ({
  id: `90000000-0000-8000-a000-00000000000${n}`,
  flight: one(["UA0123", "SAS1", "GS0123"]),
  departing: one(["ESSA", "ARN", null]),
  destination: one(["KSFO", "SFO", null]),
}));

const words = ["CLIMB TO", "FL390", "50% a_b", String.raw`a\bcd`, "REQUEST", "ok"];
const values: Readonly<Record<string, () => string>> = {
  station: () => one(["1", "7"]),
  airframe: () => one(airframes).id,
  source_type: () => one(["vdl", "acars,hfdl"]),
  label: () => one(["H1", "5Z,SQ"]),
  exclude_label: () => one(["_d", "10,Q0"]),
  link_direction: () => one(["uplink", "downlink"]),
  on_ground: () => one(["true", "false"]),
  authenticated: () => one(["true", "false"]),
  frequency: () => one(["131.55", "136.65-136.975"]),
  has_position: () => one(["true", "false"]),
  bbox: () => one(["170,-50,-170,50", "-180,-90,180,90", "10,50,20.5,60"]),
  decoded: () => one(["any", "none", "cpdlc", "atn-cpdlc,adsc"]),
  snr_min: () => one(["0", "12.5", "20"]),
  icao: () => one(["4CA9C1", "4ca9c2", "ABCDEF", "10A1B2"]),
  aircraft_type: () => one(["b738", "A20N"]),
  airport: () => one(["ESSA", "arn", "SFO", "KSFO"]),
  tail: () => one(["n101ab", "D-ABCD"]),
  flight: () => one(["UA123", "ual0123", "SK1", "GCR123", "GS123", "U2123", "N101AB"]),
  airline: () => one(["UA", "sas", "GCR", "GS", "U2"]),
  text: () => one(words.slice(0, -1)).toLowerCase(),
  q: () => one(words.slice(0, -1)),
  exclude_text: () => one(["fl390", "ok,50% A_B", String.raw`A\bcd`, "CLIMB TO,request,x"]),
};
const searched = Object.keys(values);

const ids = new MessageIds(() => Date.now());

function randomMessage(): Message {
  const linkDirection = one(["uplink", "downlink", null] as const);
  const airframe = one([null, ...airframes]);
  // An airframe whose address was received has it.
  const aircraft = airframe?.icao === null ? null : one([airframe?.icao ?? null, "ABCDEF", null]);
  const ground = one(["10A1B2", "ABCDEF", null]);
  const id = ids.next(0);
  const description = one(words);
  return testMessage({
    id,
    groupId: id,
    stationId: one([1, 7]),
    airframeId: airframe?.id ?? null,
    flightId: one([null, ...flights])?.id ?? null,
    sourceType: one(["acars", "vdl", "hfdl"]),
    linkDirection,
    fromHex: linkDirection === "uplink" ? ground : aircraft,
    toHex: linkDirection === "uplink" ? aircraft : ground,
    frequency: one([131.55, 131.5509, 131.5511, 131.552, 136.65, 136.975, null]),
    label: one(["H1", "5Z", "SQ", "_d", "10", null]),
    tail: one(["D-ABCD", "DABCD", "N101AB", null]),
    flightNumber: one(["UA0123", "UAL123", "SK001", "GS123", "U20123", "N101AB", "XX0000", null]),
    text: one([null, "", ...words, `${one(words)} ${one(words)}`.toLowerCase()]),
    departingAirport: one(["ESSA", "ARN", null, null, null]),
    destinationAirport: one(["KSFO", "SFO", null, null, null]),
    latitude: one([-90, -49.5, 55, 60, 90, null]),
    longitude: one([-180, -170, 10, 20.5, 175, 180, null]),
    authenticated: one([true, false, null]),
    ...one([{}, { snr: 12.4 }, { snr: 12.5 }, { snr: 31 }]),
    onGround: one([true, false, null]),
    decoded: one([
      null,
      {
        by: "decoder",
        decoder: "libacars",
        level: "full",
        application: one(["cpdlc", "atn-cpdlc", "adsc", null]),
        description,
        items: [],
      },
    ] as const),
  });
}

function randomParameters(): Record<string, string> {
  const names = new Set(Array.from({ length: random.integer(1, 3) }, () => one(searched)));
  return Object.fromEntries([...names].map((name) => [name, values[name]?.() ?? ""]));
}

let at: TestDatabase;
/** The messages as the firehose has them, with the keys that ingest gave them. */
let messages: { message: EnrichedMessage; key: string | null }[] = [];
let airlines: KnownCodes["airlines"];
const read: RunQueries = (work) => work(at.database.sql);
const flightKeys = db.flights.createKeys(read);

beforeAll(async () => {
  at = await createTestDatabase();
  const { sql } = at.database;
  await db.partitions.ensure(sql, new Date(), 2);
  airlines = await db.airlines.loadCodes(sql);
  await sql`insert into stations (id, ident) overriding system value values (1, 'XX-1'), (7, 'XX-7')`;
  for (const { id, icao, tail, type } of airframes) {
    await sql`
      insert into airframes (id, icao, tail, type, first_received_at)
      values (${id}, ${icao}, ${tail}, ${type}, now())`;
  }
  for (const { id, flight, departing, destination } of flights) {
    await sql`
      insert into flights (id, flight_key, flight, departing_airport, destination_airport,
        first_received_at, last_received_at)
      values (${id}, ${flightKey(flight, airlines)}, ${flight}, ${departing}, ${destination}, now(), now())`;
  }
  const linked = Array.from({ length: messagesCount }, randomMessage).map((message) => {
    const { flightNumber } = message;
    return { message, flightKey: flightNumber && flightKey(flightNumber, airlines) };
  });
  await storeMessages(sql, linked);
  const linkedAirframes = await db.airframes.byId(
    sql,
    airframes.map(({ id }) => id),
  );
  const linkedFlights = await db.flights.byId(
    sql,
    flights.map(({ id }) => id),
  );
  messages = linked.map(({ message, flightKey: key }) => ({
    message: {
      ...message,
      station: {
        id: message.stationId,
        ident: "",
        sourceType: null,
        countryCode: null,
        latitude: null,
        longitude: null,
      },
      airframe: linkedAirframes.get(message.airframeId ?? "") ?? null,
      flight: linkedFlights.get(message.flightId ?? "") ?? null,
    },
    key,
  }));
});
afterAll(() => at[Symbol.asyncDispose]());

/** Returns the messages that SQL finds. */
async function stored(parameters: Record<string, string>): Promise<Set<string>> {
  const viewer = { accountId: null, hiddenStationIds: [] };
  const query = MessageQuery.parse(parameters);
  const filter = await db.messageFilters.make(read, flightKeys, query, viewer);
  const found = await db.messages.list(at.database.sql, filter, { limit: messagesCount });
  return new Set(found.map(({ id }) => id));
}

function idsOf(fits: (message: EnrichedMessage, key: string | null) => boolean): Set<string> {
  return new Set(
    messages.filter(({ message, key }) => fits(message, key)).map(({ message }) => message.id),
  );
}

/** Returns the messages that the firehose sends. @throws Error if it refuses the filter */
async function streamed(given: unknown): Promise<Set<string>> {
  const request = readSniffOptions({ filter: given });
  if (!request.ok) throw new Error(request.refusal);
  const { filter = {} } = request.options;
  const airports = await db.airports.spellings(at.database.sql, filter.airport ?? "");
  return idsOf(compileFilter(filter, { airlines, airports }) ?? (() => true));
}

/** Returns the messages that an alert rule matches; null if rules have no such filter. */
function alerted(given: unknown): Set<string> | null {
  const filter = AlertFilter.safeParse(given);
  if (!filter.success) return null;
  const rule = { id: "rule", accountId: "account", filter: filter.data, mutedUntil: null };
  const { fits } = compileRule(rule, airlines);
  return idsOf((message, key) => {
    const type = message.airframe?.type ?? null;
    return fits(candidateOf(message, key, type).message);
  });
}

test("SQL, the firehose, alert rules and the page select the same messages", async () => {
  const withCodes = new Set(["flight", "airline", "airport"]);
  const selecting = new Set<string>();
  let alerts = 0;
  for (let n = 0; n < filtersCount; n++) {
    const parameters = randomParameters();
    if (!MessageQuery.safeParse(parameters).success) continue;
    const names = Object.keys(parameters);
    const expected = await stored(parameters);
    const { filter: given } = sniffFilterOf(parameters);
    const byRule = alerted(given);
    if (byRule !== null) alerts++;
    const shown = idsOf((message) => matches(message, given));
    // The page does not know all codes: it shows what the server may send.
    const isPartial = names.some((name) => withCodes.has(name));
    const page = isPartial ? new Set([...expected].filter((id) => shown.has(id))) : shown;
    expect({
      parameters,
      firehose: await streamed(given),
      alertRule: byRule ?? expected,
      page,
    }).toEqual({ parameters, firehose: expected, alertRule: expected, page: expected });
    if (expected.size > 0 && expected.size < messagesCount) {
      for (const name of names) selecting.add(name);
    }
  }
  expect(alerts).toBeGreaterThan(50);
  // Each filter selected some messages and left out others.
  expect([...selecting].toSorted()).toEqual(searched.toSorted());
});

test("each filter of the firehose is among the compared ones", () => {
  const members = Object.entries(filterMembers).filter(([, { parameter }]) => values[parameter]);
  expect(members.map(([name]) => name).toSorted()).toEqual(
    Object.keys(SniffFilter.shape).toSorted(),
  );
});
