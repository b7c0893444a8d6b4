/** Route clearances in CPDLC messages, of FANS-1/A (`rte_clearance`) and ATN (`route_clearance`). */
import { type Fields, fieldsOf, isFields } from "../../formats/fields.ts";
import { chosen, readPlace, readProcedure, readRunway, readTime } from "./values.ts";
import { itemOf, treeName, type Phrase, treeText } from "./words.ts";

/** More legs than a clearance can have (128 in FANS-1/A) are not put into words. */
const legsMax = 64;

export function readRoute(value: unknown): Phrase | null {
  const route = fieldsOf(value);
  const from = treeText(route.airport_dep ?? route.departure_airport);
  const to = treeText(route.airport_dst ?? route.destination_airport);
  const legs = legsOf(route);
  const airports = from !== null && to !== null ? `${from} to ${to}` : (to ?? from);
  const procedures = [
    part("runway", readRunway(route.runway_dep ?? route.departure_runway)),
    part("", readProcedure(route.procedure_dep ?? route.departure_procedure)),
    part("", readProcedure(route.procedure_arr ?? route.arrival_procedure)),
    part("", readProcedure(route.procedure_appr ?? route.approach_procedure)),
    part("arrival runway", readRunway(route.runway_arr ?? route.arrival_runway)),
  ];
  const via = legs.length === 0 ? null : `route ${legs.join(" ")}`;
  const words = [airports, ...procedures, via].filter((one) => one !== null).join(", ");
  if (words === "") return null;
  return {
    words,
    items: [
      ...itemOf("Departure", from),
      ...itemOf("Destination", to),
      ...itemOf("Route", legs.length === 0 ? null : legs.join(" ")),
    ],
  };
}

function part(name: string, phrase: Phrase | null): string | null {
  return phrase && `${name} ${phrase.words}`.trim();
}

function legsOf(route: Fields): string[] {
  const sequence = route.rte_info_seq ?? route.route;
  if (!Array.isArray(sequence)) return [];
  return sequence.slice(0, legsMax).flatMap((leg) => {
    const info = fieldsOf(leg);
    return legWords(fieldsOf(chosen(info.rte_info ?? info.route_info))) ?? [];
  });
}

function legWords(leg: Fields): string | null {
  const airway = treeText(leg.airway_id ?? leg.ats_route);
  if (airway !== null) return airway;
  const published = leg.published_identifier;
  const track = isFields(leg.trk_detail) ? treeText(leg.trk_detail.trk_name) : null;
  if (track !== null) return `track ${track}`;
  return readPlace(isFields(published) ? chosen(published) : leg)?.words ?? null;
}

/** Reads a departure clearance (uM73). */
export function readDepartureClearance(value: unknown): Phrase | null {
  const clearance = fieldsOf(value);
  const flight = treeText(clearance.ac_flight_id ?? clearance.flight_id);
  const route = readRoute(clearance.rte_clearance ?? clearance.route_clearance);
  const time = readTime(clearance.est_dep_time ?? clearance.time_departure_allocated);
  const code = treeName(clearance.beacon_code ?? clearance.code);
  const parts = [
    flight,
    route?.words ?? null,
    time && `departure ${time.words}`,
    code && `squawk ${code.padStart(4, "0")}`,
  ].filter((one) => one !== null);
  if (parts.length === 0) return null;
  return {
    words: parts.join(", "),
    items: [
      ...itemOf("Flight", flight),
      ...(route?.items ?? []),
      ...itemOf("Departure time", time?.words ?? null),
      ...itemOf("Squawk", code && code.padStart(4, "0")),
    ],
  };
}
