import { type Message, type StationName, type Whole, wholesRoom } from "@jetwire/protocol";
import type { RoomEmitter } from "./room-emitter.ts";
import type { RoomMessages } from "./route.ts";

/**
 * Buffers messages for the rooms of monitored stations. A partition's rooms are emitted together,
 * right before its entries are acknowledged.
 */
export type StationRooms = ReturnType<typeof createStationRooms>;

interface BufferedRoom {
  station: StationName;
  readonly newMessages: Message[];
  readonly wholes: Whole[];
}

/** The most messages of one event. */
const messagesMax = 50;
const bufferMsMax = 250;

/**
 * Creates the buffer: about 250 ms, or until a room has 50 messages. Wholes are sent after the messages that
 * completed them.
 */
export function createStationRooms(emitter: Pick<RoomEmitter, "data" | "whole">) {
  const partitions = new Map<number, Map<string, BufferedRoom>>();

  function roomsOf(partition: number): Map<string, BufferedRoom> {
    const rooms = partitions.get(partition) ?? new Map<string, BufferedRoom>();
    partitions.set(partition, rooms);
    return rooms;
  }

  return {
    msMax: bufferMsMax,
    add(partition: number, name: string, { station, messageTexts, wholes }: RoomMessages): void {
      const messages = messageTexts.map(parsedOrNull).filter((message) => message !== null);
      if (messages.length === 0) return;
      const rooms = roomsOf(partition);
      const room = rooms.get(name) ?? { station, newMessages: [], wholes: [] };
      rooms.set(name, room);
      room.station = station;
      room.newMessages.push(...messages);
      room.wholes.push(...wholes);
    },
    isEmpty: (partition: number): boolean => !partitions.has(partition),
    isFull: (partition: number): boolean =>
      [...(partitions.get(partition)?.values() ?? [])].some(
        ({ newMessages }) => newMessages.length >= messagesMax,
      ),
    send(partition: number): void {
      const rooms = partitions.get(partition) ?? [];
      partitions.delete(partition);
      for (const [name, { station, newMessages, wholes }] of rooms) {
        for (let from = 0; from < newMessages.length; from += messagesMax) {
          const part = newMessages.slice(from, from + messagesMax);
          emitter.data(name, { station, stationId: station.id, newMessages: part });
        }
        for (const whole of wholes) emitter.whole(wholesRoom(name), whole);
      }
    },
    drop(partition: number): void {
      partitions.delete(partition);
    },
  };
}

/** Ingest wrote a Message; a text that is not JSON must not stop the stream. */
function parsedOrNull(text: string): Message | null {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return null;
  }
}
