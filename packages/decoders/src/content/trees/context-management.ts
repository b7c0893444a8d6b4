/** Context management of the ATN: logon to a control center, and its hand-over to another. */
import { type Fields, fieldsOf, finiteNumber, isFields } from "../../formats/fields.ts";
import { readAirport } from "../../formats/members/acars-block.ts";
import { type AtnContent, entities } from "./atn-content.ts";
import { treeClock, dateOf, type TreeItem, itemOf, treeName, spaced, treeText } from "./words.ts";

interface Part {
  readonly description: string;
  readonly items: readonly TreeItem[];
  readonly reported?: AtnContent["reported"];
}

const readers = new Map<string, (value: unknown) => Part>([
  ["atn_context_mgmt_logon_request", logonRequest],
  ["atn_context_mgmt_logon_response", (value) => withApplications("Logon response", value)],
  ["atn_context_mgmt_update", (value) => withApplications("Logon update", value)],
  ["atn_context_mgmt_contact_request", contactRequest],
  ["atn_context_mgmt_contact_response", (value) => answer("Contact response", value)],
  ["atn_context_mgmt_forward_request", (value) => withApplications("Logon forwarded", value)],
  ["atn_context_mgmt_forward_response", (value) => answer("Answer to forwarded logon", value)],
  ["atn_context_mgmt_abort_reason", (value) => answer("Logon aborted", value)],
]);

/** @param tree dumpvdl2's `context_mgmt` */
export function readContextManagement(tree: Fields): AtnContent | null {
  const { data } = fieldsOf(tree.cm_aircraft_message ?? tree.cm_ground_message);
  const [entry] = Object.entries(fieldsOf(data));
  if (tree.err === true || entry === undefined) return null;
  const [key, value] = entry;
  const part = readers.get(key)?.(value);
  return {
    application: "atn-cm",
    description: part?.description ?? spaced(key.replace("atn_context_mgmt_", "")),
    items: part?.items ?? [],
    isFull: part !== undefined,
    reported: part?.reported ?? {},
  };
}

function logonRequest(value: unknown): Part {
  const request = fieldsOf(value);
  const flight = treeText(request.flight_id);
  const from = readAirport(request.departure_airport);
  const to = readAirport(request.destination_airport);
  const date = dateOf(request.departure_time);
  const clock = treeClock(request.departure_time);
  const time = date !== null && clock !== null ? `${date} ${clock}` : clock;
  const facility = treeText(request.facility_designation);
  const words = [
    flight === null ? null : `flight ${flight}`,
    from !== null && to !== null ? `${from} to ${to}` : (from ?? to),
    clock === null ? null : `departure ${clock}`,
    facility === null ? null : `to ${facility}`,
  ].filter((part) => part !== null);
  return {
    description: words.length === 0 ? "Logon request" : `Logon request: ${words.join(", ")}`,
    items: [
      ...itemOf("Flight", flight),
      ...itemOf("Departure", from),
      ...itemOf("Destination", to),
      ...itemOf("Departure time", time),
      ...itemOf("Facility", facility),
      ...applicationItems(request),
    ],
    reported: { departingAirport: from, destinationAirport: to },
  };
}

function contactRequest(value: unknown): Part {
  const facility = treeText(fieldsOf(value).facility_designation);
  return {
    description: facility === null ? "Contact request" : `Contact ${facility}`,
    items: itemOf("Facility", facility),
  };
}

function answer(name: string, value: unknown): Part {
  const result = treeText(value);
  const words = result === null ? null : spaced(result);
  return {
    description: words === null ? name : `${name}: ${words}`,
    items: itemOf("Result", words),
  };
}

function withApplications(description: string, value: unknown): Part {
  return { description, items: applicationItems(fieldsOf(value)) };
}

/** The lists of applications, and more than an aircraft has of them. */
const applicationLists = [
  "ground_initiated_apps",
  "air_initiated_apps",
  "air_only_initiated_apps",
  "ground_only_initiated_apps",
] as const;
const applicationsMax = 8;

function applicationItems(request: Fields): TreeItem[] {
  return applicationLists.flatMap((list) => {
    const entries = request[list];
    if (!Array.isArray(entries)) return [];
    return entries.slice(0, applicationsMax).flatMap((entry) => {
      const { ae_qualifier_version_address, ae_qualifier_version } = fieldsOf(entry);
      const named = ae_qualifier_version_address ?? ae_qualifier_version;
      if (!isFields(named)) return [];
      const number = finiteNumber(named.ae_qualifier);
      if (number === null) return [];
      const name = entities.get(number)?.name ?? `application ${number}`;
      const version = treeName(named.version);
      return itemOf("Application", version === null ? name : `${name} ${version}`);
    });
  });
}
