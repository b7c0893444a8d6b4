/** Socket.IO rooms, built from validated ids. No name has 20 characters, the length of a socket id. */

/** The room of the firehose. */
export const sniffRoom = "messages:sniff";

/** Returns the room of the sockets that monitor a station. */
export function stationRoom(stationId: number): string {
  return `station:${stationId}`;
}

/** Returns the room of those in a station's room who also asked for wholes. */
export function wholesRoom(stationRoomName: string): string {
  return `${stationRoomName}:with-wholes`;
}

/**
 * Returns the room in which an account monitors a station of its own while it is hidden. The account
 * is a part of the name, so that a former owner gets nothing from the moment the station moves.
 */
export function hiddenStationRoom(stationId: number, accountId: string): string {
  return `${stationRoom(stationId)}:hidden:${accountId}`;
}
