import type { Message, MonitorData, StationName } from "@jetwire/protocol";
import type { RoomMessages } from "./route.ts";

/** What is gathered for the rooms of watched stations before it is emitted. */
export interface StationRooms {
  add(messages: RoomMessages): void;
  /** Emits all that is gathered. */
  flush(): void;
}

interface Gathered {
  station: StationName;
  readonly newMessages: Message[];
  readonly timer: NodeJS.Timeout;
}

const messagesMax = 50;
const flushMs = 250;

/**
 * Gathers a station's messages for 250 ms or until there are 50.
 *
 * @param emit hands one room its event
 */
export function createStationRooms(emit: (data: MonitorData) => void): StationRooms {
  const gathered = new Map<number, Gathered>();

  function flushStation(stationId: number): void {
    const room = gathered.get(stationId);
    if (room === undefined) return;
    clearTimeout(room.timer);
    gathered.delete(stationId);
    emit({ station: room.station, stationId, newMessages: room.newMessages });
  }

  function roomOf(station: StationName): Gathered {
    const known = gathered.get(station.id);
    if (known !== undefined) return known;
    const timer = setTimeout(() => flushStation(station.id), flushMs);
    const room = { station, newMessages: [], timer };
    gathered.set(station.id, room);
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
      for (const stationId of gathered.keys()) flushStation(stationId);
    },
  };
}

/** What ingest wrote is a Message; a text that isn't even JSON must not stop the stream. */
function parsedOrNull(text: string): Message | null {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return null;
  }
}
