import {
  type EntryWhole,
  hiddenStationRoom,
  readEntryWhole,
  type StationName,
  type StationOwner,
  stationRoom,
  type StreamEntry,
  type Whole,
  wholesRoom,
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
  /** Wholes that these messages complete, if somebody in the room asked for them. */
  readonly wholes: readonly Whole[];
}

/**
 * Routes every message that was not delivered before to the feed of its station's owner, also from
 * hidden stations, and to the room of its station if somebody monitors it. A whole goes with the message
 * that completes it, but only to those who may see all stations whose receptions it is made of.
 *
 * @param watched the rooms that have members
 */
export function route(
  entries: readonly StreamEntry[],
  ownerOf: (stationId: number) => StationOwner | undefined,
  watched: ReadonlySet<string>,
): Routing {
  const feeds = new Map<string, FeedAppend[]>();
  const rooms = new Map<
    string,
    { station: StationName; messageTexts: string[]; wholes: Whole[] }
  >();
  let unknownStations = 0;
  /** Whether an account, or the public if it is null, may see all stations of a whole. */
  function isShown({ stationIds }: EntryWhole, accountId: string | null): boolean {
    return stationIds.every((id) => {
      const owner = ownerOf(id);
      if (owner === undefined) return false;
      return !owner.hidden || (accountId !== null && owner.accountId === accountId);
    });
  }

  for (const { stationId, id: messageId, messageJson, wholeJson, storeOnly } of entries) {
    if (storeOnly) continue;
    const owner = ownerOf(stationId);
    if (owner === undefined) {
      unknownStations++;
      continue;
    }
    const { accountId, ident } = owner;
    const joined = readEntryWhole(wholeJson);
    if (accountId !== null) {
      const feed = feeds.get(accountId) ?? [];
      feeds.set(accountId, feed);
      const isOwn = joined !== null && isShown(joined, accountId);
      feed.push({
        stationId,
        messageId,
        messageJson,
        ...(isOwn && { wholeJson: JSON.stringify(joined.whole) }),
      });
    }
    const name = roomOf(owner);
    if (name === null || !watched.has(name)) continue;
    const room = rooms.get(name) ?? {
      station: { id: stationId, ident },
      messageTexts: [],
      wholes: [],
    };
    rooms.set(name, room);
    room.messageTexts.push(messageJson);
    if (joined === null || !watched.has(wholesRoom(name))) continue;
    if (isShown(joined, owner.hidden ? accountId : null)) room.wholes.push(joined.whole);
  }
  return { feeds, rooms, unknownStations };
}

/** Returns the room of those who may monitor a station: its owner alone while it is hidden. */
function roomOf({ stationId, accountId, hidden }: StationOwner): string | null {
  if (!hidden) return stationRoom(stationId);
  return accountId === null ? null : hiddenStationRoom(stationId, accountId);
}
