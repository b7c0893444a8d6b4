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

/** Returns the owner of a station, undefined for an unknown one. */
export type OwnerOf = (stationId: number) => StationOwner | undefined;

/** The feed logs that a batch goes to. */
export interface FeedRouting {
  /** Messages of each account, in stream order. */
  readonly feeds: ReadonlyMap<string, readonly FeedAppend[]>;
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
 * hidden stations. A whole goes with the message that completes it, but only to an owner who may see all stations
 * whose receptions it is made of.
 */
export function routeToFeeds(entries: readonly StreamEntry[], ownerOf: OwnerOf): FeedRouting {
  const feeds = new Map<string, FeedAppend[]>();
  let unknownStations = 0;
  for (const { stationId, id: messageId, messageJson, wholeJson, storeOnly } of entries) {
    if (storeOnly) continue;
    const owner = ownerOf(stationId);
    if (owner === undefined) unknownStations++;
    const accountId = owner?.accountId ?? null;
    if (accountId === null) continue;
    const joined = readEntryWhole(wholeJson);
    const feed = feeds.get(accountId) ?? [];
    feeds.set(accountId, feed);
    const isOwn = joined !== null && isShown(joined, accountId, ownerOf);
    feed.push({
      stationId,
      messageId,
      messageJson,
      ...(isOwn && { wholeJson: JSON.stringify(joined.whole) }),
    });
  }
  return { feeds, unknownStations };
}

/**
 * Routes every message that was not delivered before to the room of its station if somebody monitors it, with the whole
 * that it completes if everybody in the room may see all stations whose receptions that is made of.
 *
 * @param watched the rooms that have members
 * @returns messages of each room, in stream order
 */
export function routeToRooms(
  entries: readonly StreamEntry[],
  ownerOf: OwnerOf,
  watched: ReadonlySet<string>,
): ReadonlyMap<string, RoomMessages> {
  const rooms = new Map<
    string,
    { station: StationName; messageTexts: string[]; wholes: Whole[] }
  >();
  if (watched.size === 0) return rooms;
  for (const { stationId, messageJson, wholeJson, storeOnly } of entries) {
    const owner = storeOnly ? undefined : ownerOf(stationId);
    const name = owner === undefined ? null : roomOf(owner);
    if (owner === undefined || name === null || !watched.has(name)) continue;
    const { accountId, ident, hidden } = owner;
    const station = { id: stationId, ident };
    const room = rooms.get(name) ?? { station, messageTexts: [], wholes: [] };
    rooms.set(name, room);
    room.messageTexts.push(messageJson);
    if (!watched.has(wholesRoom(name))) continue;
    const joined = readEntryWhole(wholeJson);
    if (joined === null) continue;
    if (isShown(joined, hidden ? accountId : null, ownerOf)) room.wholes.push(joined.whole);
  }
  return rooms;
}

/** Whether an account, or the public if it is null, may see all stations of a whole. */
function isShown({ stationIds }: EntryWhole, accountId: string | null, ownerOf: OwnerOf): boolean {
  return stationIds.every((id) => {
    const owner = ownerOf(id);
    if (owner === undefined) return false;
    return !owner.hidden || (accountId !== null && owner.accountId === accountId);
  });
}

/** Returns the room of those who may monitor a station: its owner alone while it is hidden. */
function roomOf({ stationId, accountId, hidden }: StationOwner): string | null {
  if (!hidden) return stationRoom(stationId);
  return accountId === null ? null : hiddenStationRoom(stationId, accountId);
}
