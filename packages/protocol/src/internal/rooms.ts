/** Socket.IO rooms, built from validated ids. No name has 20 characters, the length of a socket id. */

/** The room of the firehose. */
export const sniffRoom = "messages:sniff";

/** Returns the room of the sockets that monitor a station. */
export function stationRoom(stationId: number): string {
  return `station:${stationId}`;
}

/** Returns the station of a room; null for another kind of room. */
export function stationOfRoom(room: string): number | null {
  const match = /^station:(\d{1,10})$/.exec(room);
  return match ? Number(match[1]) : null;
}
