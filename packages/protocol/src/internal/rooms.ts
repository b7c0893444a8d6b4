/** Socket.IO rooms, built only from validated ids; none has 20 characters, the length of a socket id. */

/** The sampled global firehose. */
export const sniffRoom = "messages:sniff";

/** Whoever monitors a station. */
export function stationRoom(stationId: number): string {
  return `station:${stationId}`;
}

/** The station a room belongs to, or null for another kind of room. */
export function stationOfRoom(room: string): number | null {
  const match = /^station:(\d{1,10})$/.exec(room);
  return match ? Number(match[1]) : null;
}
