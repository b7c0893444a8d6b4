import { Message, type MonitorData, type Whole } from "@jetwire/protocol";
import { testMessage, testWhole } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { createStationRooms } from "./station-rooms.ts";

const station = { id: 1, ident: "ONE" };
const other = { id: 2, ident: "TWO" };

function texts(count: number): string[] {
  return Array.from({ length: count }, () => JSON.stringify(testMessage()));
}

function buffer() {
  const emitted: { readonly room: string; readonly data?: MonitorData; readonly whole?: Whole }[] =
    [];
  const rooms = createStationRooms({
    data: (room, data) => emitted.push({ room, data }),
    whole: (room, whole) => emitted.push({ room, whole }),
  });
  return { emitted, rooms };
}

function parsed(sent: readonly string[]): Message[] {
  return sent.map((text) => Message.parse(JSON.parse(text)));
}

test("R-36: a room's messages are one event, in order, sent with the other rooms of the partition", () => {
  const { emitted, rooms } = buffer();
  const sent = texts(4);
  rooms.add(0, "station:1", { station, messageTexts: sent.slice(0, 2), wholes: [] });
  rooms.add(0, "station:1", {
    station,
    messageTexts: ["not json", ...sent.slice(2, 3)],
    wholes: [],
  });
  rooms.add(0, "station:2", { station: other, messageTexts: sent.slice(3), wholes: [] });
  expect(emitted).toEqual([]);
  rooms.send(0);
  const newMessages = parsed(sent);
  expect(emitted).toEqual([
    { room: "station:1", data: { station, stationId: 1, newMessages: newMessages.slice(0, 3) } },
    {
      room: "station:2",
      data: { station: other, stationId: 2, newMessages: newMessages.slice(3) },
    },
  ]);
  expect(rooms.isEmpty(0)).toBe(true);
  rooms.send(0);
  expect(emitted).toHaveLength(2);
});

test("a partition is full when a room has fifty messages, and an event has fifty at most", () => {
  const { emitted, rooms } = buffer();
  rooms.add(0, "station:1", { station, messageTexts: texts(49), wholes: [] });
  rooms.add(0, "station:2", { station: other, messageTexts: texts(49), wholes: [] });
  expect(rooms.isFull(0)).toBe(false);
  rooms.add(0, "station:2", { station: other, messageTexts: texts(71), wholes: [] });
  expect(rooms.isFull(0)).toBe(true);
  rooms.send(0);
  expect(emitted.map(({ data }) => data?.newMessages.length)).toEqual([49, 50, 50, 20]);
  expect(rooms.isFull(0)).toBe(false);
});

test("what is dropped with a lost lease is not sent, and other partitions keep theirs", () => {
  const { emitted, rooms } = buffer();
  rooms.add(0, "station:1", { station, messageTexts: texts(3), wholes: [] });
  rooms.add(1, "station:2", { station: other, messageTexts: texts(2), wholes: [] });
  rooms.drop(0);
  expect([rooms.isEmpty(0), rooms.isEmpty(1)]).toEqual([true, false]);
  for (const partition of [0, 1]) rooms.send(partition);
  expect(emitted.map(({ room, data }) => [room, data?.newMessages.length])).toEqual([
    ["station:2", 2],
  ]);
});

test("messages that cannot be parsed leave nothing to send", () => {
  const { rooms } = buffer();
  rooms.add(0, "station:1", { station, messageTexts: ["not json"], wholes: [] });
  expect(rooms.isEmpty(0)).toBe(true);
});

test("a whole follows the messages of its room, for those who asked for it", () => {
  const { emitted, rooms } = buffer();
  const message = testMessage();
  const { whole } = testWhole(message);
  rooms.add(0, "station:1", { station, messageTexts: [JSON.stringify(message)], wholes: [whole] });
  rooms.send(0);
  expect(emitted).toEqual([
    { room: "station:1", data: { station, stationId: 1, newMessages: [message] } },
    { room: "station:1:with-wholes", whole },
  ]);
});
