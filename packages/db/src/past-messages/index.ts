export {
  arrivalMsMax,
  type KnownAirframe,
  type KnownFlight,
  type KnownReception,
  listAirframes,
  listFlights,
  listReceptions,
  listRedacted,
  type PastRange,
} from "./known-messages.ts";
