import { type Message, MessageIds } from "@jetwire/protocol";
import { createTestDatabase, testMessage } from "@jetwire/testbed";
import * as db from "../src/index.ts";

const startMs = Date.now() - 6 * 3_600_000;
export const timeOf = (minute: number) => new Date(startMs + minute * 60_000).toISOString();
export const noTimes = { out: null, off: null, on: null, in: null, eta: null };

/** Opens a database with two stations, in which flights report things. */
export async function openFlightScene() {
  const at = await createTestDatabase();
  const { sql } = at.database;
  await sql`insert into stations (ident) values ('FACTS-1'), ('FACTS-2')`;
  let seq = 0;

  async function store(callsign: string, message: Message): Promise<void> {
    const links = { first: true, icao: null, flightKey: callsign, skewed: false };
    const stored = { message, links, raw: "{}", producer: "p:1", seq: ++seq };
    const { flightId, departingAirport, destinationAirport, timestamp } = message;
    await db.messageStore.storeBatch(sql, {
      parts: [{ partition: 0, messages: [stored] }],
      airframes: [],
      flights: [
        {
          id: flightId ?? "",
          flightKey: callsign,
          flight: callsign,
          airframeId: null,
          departingAirport,
          departingAt: departingAirport && timestamp,
          destinationAirport,
          destinationAt: destinationAirport && timestamp,
          tookOffAt: null,
          landedAt: null,
          positions: [],
          receivedAt: timestamp,
        },
      ],
      changes: [{ flightId: flightId ?? "", isNew: true }],
    });
  }

  return {
    sql,
    /** A flight of the callsign, which has messages of its own. */
    newFlight(callsign: string) {
      const flightId = crypto.randomUUID();
      return {
        flightId,
        /** Stores a message of the flight, received at that minute. */
        async says(minute: number, over: Partial<Message>): Promise<Message> {
          const timestamp = timeOf(minute);
          const id = new MessageIds(() => Date.parse(timestamp)).next(0);
          const message = testMessage({ id, flightId, timestamp, createdAt: timestamp, ...over });
          await store(callsign, message);
          return message;
        },
        read: () => db.flightFacts.read(sql, flightId),
      };
    },
    /** Makes the facts of all flights that are due. */
    async makeAll(): Promise<void> {
      while ((await db.flightFacts.makeDue(sql, 10)) > 0);
    },
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}
