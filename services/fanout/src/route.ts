import {
  hiddenStationRoom,
  type StationName,
  type StationOwner,
  stationRoom,
  type StreamEntry,
} from "@jetwire/protocol";
import type { FeedAppend } from "@jetwire/redis";

/** The feed logs and rooms that a batch goes to. */
export interface Routing {
  /** Messages of each account, in stream order. */
  readonly feeds: ReadonlyMap<string, readonly FeedAppend[]>;
  /** Messages of each room, in stream order. */
  readonly rooms: ReadonlyMap<string, RoomMessages>;
  /** Entries of unknown stations: stored in Postgres, but delivered to nobody. */
  readonly unknownStations: number;
}

export interface RoomMessages {
  readonly station: StationName;
  readonly messageTexts: readonly string[];
}

/**
 * Routes every message that was not delivered before to the feed of its station's owner, also from
 * hidden stations, and to the room of its station if somebody monitors it.
 *
 * @param watched the rooms that have members
 */
export function route(
  entries: readonly StreamEntry[],
  ownerOf: (stationId: number) => StationOwner | undefined,
  watched: ReadonlySet<string>,
): Routing {
  const feeds = new Map<string, FeedAppend[]>();
  const rooms = new Map<string, { station: StationName; messageTexts: string[] }>();
  let unknownStations = 0;
  for (const { stationId, id: messageId, messageJson, storeOnly } of entries) {
    if (storeOnly) continue;
    const owner = ownerOf(stationId);
    if (owner === undefined) {
      unknownStations++;
      continue;
    }
    const { accountId, ident } = owner;
    if (accountId !== null) {
      const feed = feeds.get(accountId) ?? [];
      feeds.set(accountId, feed);
      feed.push({ stationId, messageId, messageJson });
    }
    const name = roomOf(owner);
    if (name === null || !watched.has(name)) continue;
    const room = rooms.get(name) ?? { station: { id: stationId, ident }, messageTexts: [] };
    rooms.set(name, room);
    room.messageTexts.push(messageJson);
  }
  return { feeds, rooms, unknownStations };
}

/** Returns the room of those who may monitor a station: its owner alone while it is hidden. */
function roomOf({ stationId, accountId, hidden }: StationOwner): string | null {
  if (!hidden) return stationRoom(stationId);
  return accountId === null ? null : hiddenStationRoom(stationId, accountId);
}
