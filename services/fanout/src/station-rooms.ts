import type { Message, MonitorData, StationName } from "@jetwire/protocol";
import type { RoomMessages } from "./route.ts";

/** Buffers messages for the rooms of monitored stations before they are emitted. */
export interface StationRooms {
  add(messages: RoomMessages): void;
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
 * Buffers a station's messages for 250 ms or until there are 50.
 *
 * @param emit sends one room its event
 */
export function createStationRooms(emit: (data: MonitorData) => void): StationRooms {
  const buffered = new Map<number, Buffered>();

  function flushStation(stationId: number): void {
    const room = buffered.get(stationId);
    if (room === undefined) return;
    clearTimeout(room.timer);
    buffered.delete(stationId);
    emit({ station: room.station, stationId, newMessages: room.newMessages });
  }

  function roomOf(station: StationName): Buffered {
    const known = buffered.get(station.id);
    if (known !== undefined) return known;
    const timer = setTimeout(() => flushStation(station.id), flushMs);
    const room = { station, newMessages: [], timer };
    buffered.set(station.id, room);
    return room;
  }

  return {
    add({ station, messageTexts }) {
      for (const text of messageTexts) {
        const message = parsedOrNull(text);
        if (message === null) continue;
        const room = roomOf(station);
        room.station = station;
        room.newMessages.push(message);
        if (room.newMessages.length >= messagesMax) flushStation(station.id);
      }
    },
    flush() {
      for (const stationId of buffered.keys()) flushStation(stationId);
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
