export { type NamedCount, readForAirlines, read } from "./read-tallies.ts";
export { deleteHours, deleteOld, listHours, tallyHour } from "./tally-hours.ts";
