import { readAirport } from "./airport.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { readFlightNumber } from "./flight-number.ts";
import type { MessageDraft } from "./message-draft.ts";

/** From an X.25 packet down to the logon request of ATN context management. */
const pathToLogon = [
  "clnp",
  "cotp",
  "x225_spdu",
  "x227_apdu",
  "context_mgmt",
  "cm_aircraft_message",
  "data",
  "atn_context_mgmt_logon_request",
] as const;

/** With a logon over the ATN the aircraft says which flight it is, from where and to where. */
export function setAtnLogon(draft: MessageDraft, x25: Fields): void {
  let fields = x25;
  for (const key of pathToLogon) {
    if (fields[key] === undefined) return;
    fields = fieldsOf(fields[key]);
  }
  draft.flightNumber = readFlightNumber(fields.flight_id);
  draft.departingAirport = readAirport(fields.departure_airport);
  draft.destinationAirport = readAirport(fields.destination_airport);
}
