import type { Message, MonitorData, StationName } from "@jetwire/protocol";
import type { RoomMessages } from "./route.ts";

/** Buffers messages for the rooms of monitored stations before they are emitted. */
export interface StationRooms {
  add(room: string, messages: RoomMessages): void;
  /** Emits everything that is buffered. */
  flush(): void;
}

interface Buffered {
  station: StationName;
  readonly newMessages: Message[];
  readonly timer: NodeJS.Timeout;
}

const messagesMax = 50;
const flushMs = 250;

/**
 * Buffers a room's messages for 250 ms or until there are 50.
 *
 * @param emit sends one room its event
 */
export function createStationRooms(emit: (room: string, data: MonitorData) => void): StationRooms {
  const buffered = new Map<string, Buffered>();

  function flushRoom(name: string): void {
    const room = buffered.get(name);
    if (room === undefined) return;
    clearTimeout(room.timer);
    buffered.delete(name);
    const { station, newMessages } = room;
    emit(name, { station, stationId: station.id, newMessages });
  }

  function roomOf(name: string, station: StationName): Buffered {
    const known = buffered.get(name);
    if (known !== undefined) return known;
    const timer = setTimeout(() => flushRoom(name), flushMs);
    const room = { station, newMessages: [], timer };
    buffered.set(name, room);
    return room;
  }

  return {
    add(name, { station, messageTexts }) {
      for (const text of messageTexts) {
        const message = parsedOrNull(text);
        if (message === null) continue;
        const room = roomOf(name, station);
        room.station = station;
        room.newMessages.push(message);
        if (room.newMessages.length >= messagesMax) flushRoom(name);
      }
    },
    flush() {
      for (const name of buffered.keys()) flushRoom(name);
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
