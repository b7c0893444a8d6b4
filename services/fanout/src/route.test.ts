import { hiddenStationRoom, type StationOwner, type StreamEntry } from "@jetwire/protocol";
import { testMessage, testWhole } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { routeToFeeds, routeToRooms } from "./route.ts";

let entries = 0;

function entryOf(stationId: number): StreamEntry {
  const message = testMessage({ stationId });
  return {
    entryId: `1-${++entries}`,
    producer: "p:1",
    seq: entries,
    stationId,
    id: message.id,
    groupId: message.groupId,
    first: true,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    details: null,
  };
}

const owners = new Map<number, StationOwner>(
  [
    { stationId: 1, ident: "ONE", accountId: "a", hidden: false },
    { stationId: 2, ident: "TWO", accountId: "a", hidden: true },
    { stationId: 3, ident: "THREE", accountId: "b", hidden: false },
    { stationId: 4, ident: "FOUR", accountId: null, hidden: false },
  ].map((owner) => [owner.stationId, { ...owner, sourceType: "acars" }]),
);

function ownerOf(id: number): StationOwner | undefined {
  return owners.get(id);
}

function routed(batch: readonly StreamEntry[], ...watched: string[]) {
  const routing = routeToFeeds(batch, ownerOf);
  const routedRooms = routeToRooms(batch, ownerOf, new Set(watched));
  const feeds = [...routing.feeds].map(([account, list]) => [
    account,
    list.map((m) => m.messageId),
  ]);
  const rooms = [...routedRooms].map(([id, room]) => [id, room.messageTexts]);
  return { ...routing, feeds: Object.fromEntries(feeds), rooms: Object.fromEntries(rooms) };
}

test("R-26, R-29: an owner's log gets all of the account's stations, in order, and nobody else's", () => {
  const batch = [entryOf(1), entryOf(3), entryOf(2), entryOf(1), entryOf(4)];
  const [one, three, hidden, again] = batch.map((entry) => entry.id);
  expect(routed(batch).feeds).toEqual({ a: [one, hidden, again], b: [three] });
});

test("a room gets messages only while somebody monitors it, and a hidden station's go to its owner's room alone", () => {
  const batch = [entryOf(1), entryOf(2), entryOf(3), entryOf(4), entryOf(1)];
  const texts = batch.map((entry) => entry.messageJson);
  expect(routed(batch).rooms).toEqual({});
  expect(routed(batch, "station:1", "station:2", "station:4").rooms).toEqual({
    "station:1": [texts[0], texts[4]],
    "station:4": [texts[3]],
  });
  const [own, formerOwners] = [hiddenStationRoom(2, "a"), hiddenStationRoom(2, "b")];
  expect(routed(batch, own, formerOwners).rooms).toEqual({ [own]: [texts[1]] });
});

test("unknown stations are counted, the rest is routed with the entry's message id", () => {
  const known = entryOf(1);
  const result = routeToFeeds([entryOf(99), known], ownerOf);
  expect(result.unknownStations).toBe(1);
  const { stationId, id: messageId, messageJson } = known;
  expect(result.feeds).toEqual(new Map([["a", [{ stationId, messageId, messageJson }]]]));
});

test("an entry that was delivered before reaches neither feed nor room", () => {
  const batch = [{ ...entryOf(1), storeOnly: true }, entryOf(1)];
  const [, fresh] = batch.map((entry) => entry.id);
  expect(routed(batch).feeds).toEqual({ a: [fresh] });
});

/** An entry of a station whose whole is made of receptions of these stations. */
function wholeOf(stationId: number, ...stationIds: number[]): StreamEntry {
  const entry = entryOf(stationId);
  const message = testMessage({ id: entry.id, stationId });
  return { ...entry, wholeJson: JSON.stringify(testWhole(message, {}, stationIds)) };
}

test("A-20: a whole is delivered to those who may see every station that it is made of", () => {
  const watched = new Set(
    ["station:1", "station:3", hiddenStationRoom(2, "a")].flatMap((room) => [
      room,
      `${room}:with-wholes`,
    ]),
  );
  const batch = [wholeOf(1, 1), wholeOf(1, 1, 2), wholeOf(2, 2), wholeOf(3, 2, 3), wholeOf(3, 99)];
  const { feeds } = routeToFeeds(batch, ownerOf);
  const rooms = routeToRooms(batch, ownerOf, watched);
  const wholesOf = (account: string) =>
    feeds.get(account)?.map(({ wholeJson }) => wholeJson !== undefined);
  // Account a owns the hidden station 2; station 99 is unknown.
  expect(wholesOf("a")).toEqual([true, true, true]);
  expect(wholesOf("b")).toEqual([false, false]);
  const ids = (room: string) => rooms.get(room)?.wholes.map(({ id }) => id);
  expect(ids("station:1")).toEqual([batch[0]?.id]);
  expect(ids(hiddenStationRoom(2, "a"))).toEqual([batch[2]?.id]);
  expect(ids("station:3")).toEqual([]);
});

test("a whole that cannot be read does not keep its message back", () => {
  const entry = { ...entryOf(1), wholeJson: '{"whole":7}' };
  expect(routed([entry]).feeds).toEqual({ a: [entry.id] });
});
