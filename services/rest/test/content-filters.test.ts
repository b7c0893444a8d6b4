import { type Decoded, type Message, MessageIds, type Problem } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const jumbo = "80000000-0000-8000-a000-000000000001";
const other = "80000000-0000-8000-a000-000000000002";
const flight = "80000000-0000-8000-a000-000000000003";
const registration = "80000000-0000-8000-a000-000000000004";
const startMs = Date.now() - 3_600_000;

function content(application: string | null, description: string): Decoded {
  return { by: "decoder", decoder: "test", level: "full", application, description, items: [] };
}

interface Stored extends Partial<Message> {
  readonly flightKey?: string;
}

/** One a minute, by name; each is what a filter is about. */
const stored: Record<string, Stored> = {
  united: { flightKey: "UAL42", frequency: 131.55, destinationAirport: "ARN" },
  unitedEarly: { flightKey: "UA42", frequency: 131.551 },
  eagle: { flightKey: "U21234", frequency: 131.6, authenticated: true, airframeId: jumbo },
  tail: { flightKey: "N101UA", frequency: 136.9, authenticated: false, airframeId: other },
  climb: { decoded: content("cpdlc", "Climb to FL390"), text: "AT1.X", frequency: null },
  report: { decoded: content("adsc", "Position: 51 N"), onGround: false, flightId: flight },
  plain: { decoded: content(null, "Engine report"), text: "CLIMB TO 390", onGround: true },
  empty: { text: null },
};
const names = Object.keys(stored);

let rest: RestUnderTest;
const ids = new Map<string, string>();

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  await sql`insert into airlines (icao, iata, name, holds_iata) values
    ('UAL', 'UA', 'United', true), ('EZY', 'U2', 'Eagle', true)
    on conflict do nothing`;
  await sql`insert into airports (icao, iata, name, latitude, longitude) values
    ('ESSA', 'ARN', 'Stockholm', 59.6, 17.9), ('ENGM', 'OSL', 'Oslo', 60.2, 11.1) on conflict do nothing`;
  await sql`insert into airframes (id, icao, type) values
    (${jumbo}, '4CA9C1', 'B744'), (${other}, '4CA9C2', 'B738')`;
  await sql`insert into flights (id, flight_key, flight, departing_airport, first_received_at, last_received_at)
    values (${flight}, 'SAS1', 'SK1', 'ENGM', now() - interval '3 hours', now()),
      (${registration}, 'N101UA', 'N101UA', null, now() - interval '2 hours', now())`;
  await storeMessages(
    sql,
    names.map((name, n) => {
      const id = new MessageIds(() => startMs + n * 60_000).next(0);
      ids.set(name, id);
      const { flightKey = null, ...over } = stored[name] ?? {};
      const none = { tail: null, text: null, frequency: null };
      return { message: testMessage({ ...none, ...over, id, groupId: id }), flightKey };
    }),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

describe("R-06: GET /v1/messages is filtered by what messages are about", () => {
  test.each([
    ["airline=ua", "unitedEarly united"],
    ["airline=UAL", "unitedEarly united"],
    ["airline=UAL&limit=1", "unitedEarly"],
    ["airline=U2", "eagle"],
    ["airline=EZY", "eagle"],
    ["airline=N1", "tail"],
    ["airline=QQ", ""],
    ["airline=UAL&flight=UA42", "unitedEarly united"],
    ["airline=EZY&flight=UA42", ""],
    ["flight=UA%2042", "unitedEarly united"],
    ["aircraft_type=b744", "eagle"],
    ["aircraft_type=A388", ""],
    ["airport=arn", "united"],
    ["airport=ESSA", "united"],
    ["airport=ENGM", "report"],
    ["airport=OSL", "report"],
    ["airport=ESNQ", ""],
    ["frequency=131.55", "unitedEarly united"],
    ["frequency=131.5", ""],
    ["frequency=131.55-131.6", "eagle unitedEarly united"],
    ["frequency=136-137", "tail"],
    ["decoded=any", "plain report climb"],
    ["decoded=none", "empty tail eagle unitedEarly united"],
    ["decoded=cpdlc", "climb"],
    ["decoded=cpdlc,adsc", "report climb"],
    ["decoded=cpdlc,adsc&limit=1", "report"],
    ["decoded=miam", ""],
    ["on_ground=true", "plain"],
    ["on_ground=false", "report"],
    ["authenticated=true", "eagle"],
    ["authenticated=false", "tail"],
    ["q=climb%20to", "plain climb"],
    ["q=AT1", "climb"],
    ["q=climb&decoded=cpdlc", "climb"],
    ["text=climb", "plain"],
  ])("by %s", async (query, expected) => {
    const response = await rest.get(`/v1/messages?${query}`);
    expect(response.status).toBe(200);
    const messages = (await response.json()) as Message[];
    const found = messages.map(({ id }) => [...ids].find(([, known]) => known === id)?.[0] ?? id);
    expect(found).toEqual(expected === "" ? [] : expected.split(" "));
  });

  test.each([
    ["airline=UNITED", ["airline"]],
    ["airline=12", ["airline"]],
    ["airline=zzq", ["airline"]],
    ["airline=Z0&limit=1", ["airline"]],
    ["aircraft_type=7", ["aircraft_type"]],
    ["airport=A", ["airport"]],
    ["frequency=fm", ["frequency"]],
    ["frequency=132-131", ["frequency"]],
    ["decoded=any,cpdlc", ["decoded"]],
    ["decoded=none,any", ["decoded"]],
    ["decoded=CPDLC!", ["decoded"]],
    ["decoded=unknown", ["decoded"]],
    ["label=ZZZZ", ["label"]],
    ["exclude_label=H", ["exclude_label"]],
    ["decoded=__proto__", ["decoded"]],
    ["on_ground=maybe", ["on_ground"]],
    ["authenticated=1", ["authenticated"]],
    ["q=ab", ["q"]],
    ["group=1", ["group"]],
    ["first=1", ["first"]],
  ])("R-18: %s is a 400 that names the parameter", async (query, fields) => {
    const response = await rest.get(`/v1/messages?${query}`);
    expect(response.status).toBe(400);
    const { errors = [] } = (await response.json()) as Problem;
    expect([...new Set(errors.map(({ field }) => field))]).toEqual(fields);
  });

  test("links keep the filters", async () => {
    const response = await rest.get("/v1/messages?airline=ua&frequency=131.5-131.6&limit=1");
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      airline: "UA",
      frequency: "131.5-131.6",
    });
  });
});
