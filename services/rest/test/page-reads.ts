import * as db from "@jetwire/db";
import type { FlightToStore, Sql } from "@jetwire/db";
import { type Message, MessageIds } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";

const ids = new MessageIds(() => Date.now());

/** A message that was received some minutes ago. */
export function receivedAgo(minutes: number, over: Partial<Message> = {}): Message {
  const createdMs = Date.now() - minutes * 60_000;
  const id = minutes === 0 ? ids.next(0) : new MessageIds(() => createdMs).next(0);
  const time = new Date(createdMs).toISOString();
  return testMessage({ id, createdAt: time, timestamp: time, ...over });
}

let seq = 0;

/** Contains what is stored with messages. */
interface Stored {
  readonly flightKey?: string | null;
  readonly flights?: readonly FlightToStore[];
  readonly raw?: string;
}

/** Stores messages as the persister does, so that positions are kept and messages are counted. */
export async function storeReceived(
  sql: Sql,
  messages: readonly Message[],
  { flightKey = null, flights = [], raw = "{}" }: Stored = {},
): Promise<void> {
  await db.messageStore.storeBatch(sql, {
    parts: [
      {
        partition: 0,
        messages: messages.map((message) => ({
          message,
          links: { first: message.id === message.groupId, skewed: false, icao: null, flightKey },
          raw,
          producer: "p:1",
          seq: ++seq,
        })),
      },
    ],
    airframes: [],
    flights,
  });
}
