import { Message, type MonitorData } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStationRooms } from "./station-rooms.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const station = { id: 1, ident: "ONE" };

function texts(count: number): string[] {
  return Array.from({ length: count }, () => JSON.stringify(testMessage()));
}

test("R-36: a room's messages go out after 250 ms, in order", () => {
  const emitted: MonitorData[] = [];
  const rooms = createStationRooms((room, data) => {
    expect(room).toBe("station:1");
    emitted.push(data);
  });
  const sent = texts(3);
  rooms.add("station:1", { station, messageTexts: sent.slice(0, 2) });
  rooms.add("station:1", { station, messageTexts: ["not json", ...sent.slice(2)] });
  vi.advanceTimersByTime(249);
  expect(emitted).toEqual([]);
  vi.advanceTimersByTime(1);
  const newMessages = sent.map((text) => Message.parse(JSON.parse(text)));
  expect(emitted).toEqual([{ station, stationId: 1, newMessages }]);
  vi.advanceTimersByTime(1_000);
  expect(emitted).toHaveLength(1);
});

test("fifty messages go out at once, and a flush leaves nothing behind", () => {
  const emitted: MonitorData[] = [];
  const rooms = createStationRooms((room, data) => {
    expect(room).toBe("station:1");
    emitted.push(data);
  });
  rooms.add("station:1", { station, messageTexts: texts(120) });
  expect(emitted.map((data) => data.newMessages.length)).toEqual([50, 50]);
  rooms.flush();
  expect(emitted.map((data) => data.newMessages.length)).toEqual([50, 50, 20]);
  expect(vi.getTimerCount()).toBe(0);
});
