import type { StationName, StationOwner, StreamEntry } from "@jetwire/protocol";
import type { FeedAppend } from "@jetwire/redis";

/** The feed logs and rooms that a batch goes to. */
export interface Routing {
  /** Messages of each account, in stream order. */
  readonly feeds: ReadonlyMap<string, readonly FeedAppend[]>;
  /** Messages of each station, in stream order. */
  readonly rooms: ReadonlyMap<number, RoomMessages>;
  /** Entries of unknown stations: stored in Postgres, but delivered to nobody. */
  readonly unknownStations: number;
}

export interface RoomMessages {
  readonly station: StationName;
  readonly messageTexts: readonly string[];
}

/**
 * Routes every message to the feed of its station's owner, also from hidden stations, and to the room
 * of its station if that is visible and somebody monitors it.
 */
export function route(
  entries: readonly StreamEntry[],
  ownerOf: (stationId: number) => StationOwner | undefined,
  watched: ReadonlySet<number>,
): Routing {
  const feeds = new Map<string, FeedAppend[]>();
  const rooms = new Map<number, { station: StationName; messageTexts: string[] }>();
  let unknownStations = 0;
  for (const { entryId, stationId, id: messageId, messageJson } of entries) {
    const owner = ownerOf(stationId);
    if (owner === undefined) {
      unknownStations++;
      continue;
    }
    const { accountId, ident, hidden } = owner;
    if (accountId !== null) {
      const feed = feeds.get(accountId) ?? [];
      feeds.set(accountId, feed);
      feed.push({ entryId, stationId, messageId, messageJson });
    }
    if (hidden || !watched.has(stationId)) continue;
    const room = rooms.get(stationId) ?? { station: { id: stationId, ident }, messageTexts: [] };
    rooms.set(stationId, room);
    room.messageTexts.push(messageJson);
  }
  return { feeds, rooms, unknownStations };
}
