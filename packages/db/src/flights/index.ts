export { createKeys, type FlightKeys } from "./flight-keys.ts";
export { messageFilterOf, listPositions } from "./flight-messages.ts";
export { readTrack, type ReportedTrackPosition } from "./flight-track.ts";
export { type FlightFound, byId, list, read } from "./flights.ts";
