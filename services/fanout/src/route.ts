import {
  isMessageId,
  type StationName,
  type StationOwner,
  type StreamEntry,
} from "@jetwire/protocol";
import type { FeedAppend } from "@jetwire/redis";

/** Whom a batch reaches. */
export interface Routing {
  /** By account: what its feed log gets, in stream order. */
  readonly feeds: ReadonlyMap<string, readonly FeedAppend[]>;
  /** By station: what its room gets, in stream order. */
  readonly rooms: ReadonlyMap<number, RoomMessages>;
  /** Entries of stations that nobody knows: in the record, but nobody's to be pushed to. */
  readonly unknownStations: number;
  /** Entries whose message has no id that could be read. */
  readonly unreadable: number;
}

export interface RoomMessages {
  readonly station: StationName;
  readonly messageTexts: readonly string[];
}

/**
 * An owner gets every message of the account's stations, hidden ones too; a room only those of a
 * visible station that somebody watches.
 */
export function route(
  entries: readonly StreamEntry[],
  ownerOf: (stationId: number) => StationOwner | undefined,
  watched: ReadonlySet<number>,
): Routing {
  const feeds = new Map<string, FeedAppend[]>();
  const rooms = new Map<number, { station: StationName; messageTexts: string[] }>();
  let unknownStations = 0;
  let unreadable = 0;
  for (const { entryId, stationId, messageJson } of entries) {
    const owner = ownerOf(stationId);
    if (owner === undefined) {
      unknownStations++;
      continue;
    }
    const messageId = messageIdOf(messageJson);
    if (messageId === null) {
      unreadable++;
      continue;
    }
    if (owner.accountId !== null) {
      listIn(feeds, owner.accountId).push({ entryId, stationId, messageId, messageJson });
    }
    if (owner.hidden || !watched.has(stationId)) continue;
    const room = rooms.get(stationId);
    if (room) room.messageTexts.push(messageJson);
    else {
      const station = { id: stationId, ident: owner.ident };
      rooms.set(stationId, { station, messageTexts: [messageJson] });
    }
  }
  return { feeds, rooms, unknownStations, unreadable };
}

const idStart = '{"id":"';
const idLength = 36;

/** A message's id without reading the message, where it is written first, as ingest does. */
function messageIdOf(messageJson: string): string | null {
  if (messageJson.startsWith(idStart)) {
    const id = messageJson.slice(idStart.length, idStart.length + idLength);
    if (isMessageId(id)) return id;
  }
  try {
    const id = (JSON.parse(messageJson) as { id?: unknown } | null)?.id;
    return typeof id === "string" && isMessageId(id) ? id : null;
  } catch {
    return null;
  }
}

function listIn<Key, Item>(map: Map<Key, Item[]>, key: Key): Item[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
