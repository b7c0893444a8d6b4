/** Context management of the ATN: an aircraft logs on to a unit before CPDLC begins. */
import type { SimulatedAtnApplication } from "../../air/transmission.ts";
import { jsonArray, jsonObject, quoted } from "../../json-text.ts";
import type { SeededRandom } from "../../random.ts";
import type { AirframeState } from "../../world/flight.ts";
import type { AtnMessage } from "./cpdlc.ts";

/** Numbers of the applications that an aircraft offers: CPDLC, and ADS-C. */
const cpdlcQualifier = 22;
const adscQualifier = 0;

/** The request goes up with the connection, the response comes with its acceptance. */
export function atnLogon(state: AirframeState, random: SeededRandom): AtnMessage[] {
  const response = `{"air_initiated_apps":${jsonArray([offered(random, cpdlcQualifier)])}}`;
  return [
    { afterMs: 0, direction: "downlink", application: request(state, random) },
    {
      afterMs: random.between(2_000, 9_000),
      direction: "uplink",
      application: managed(
        [240, "Short Accept"],
        "cm_ground_message",
        jsonObject([
          ["choice", quoted("cmLogonResponse")],
          ["data", `{"atn_context_mgmt_logon_response":${response}}`],
        ]),
      ),
    },
  ];
}

function request(state: AirframeState, random: SeededRandom): SimulatedAtnApplication {
  const { airframe, leg } = state;
  const departure = leg.departure.icao;
  const destination = leg.destination.icao;
  const flightId = airframe.airline.icao + String(leg.flightNumber);
  const off = new Date(leg.offMs);
  const logon = jsonObject([
    ["flight_id", quoted(flightId)],
    ["long_tsap", tsap(random)],
    [
      "ground_initiated_apps",
      jsonArray([offered(random, cpdlcQualifier), offered(random, adscQualifier)]),
    ],
    ["departure_airport", quoted(departure)],
    ["destination_airport", quoted(destination)],
    [
      "departure_time",
      `{"year":${off.getUTCFullYear()},"month":${off.getUTCMonth() + 1},"day":${off.getUTCDate()},"hour":${off.getUTCHours()},"min":${off.getUTCMinutes()}}`,
    ],
  ]);
  const message = jsonObject([
    ["choice", quoted("cmLogonRequest")],
    ["data", `{"atn_context_mgmt_logon_request":${logon}}`],
  ]);
  return {
    ...managed([232, "Short Connect"], "cm_aircraft_message", message),
    logon: { flightId, departure, destination },
  };
}

function managed(
  [id, type]: readonly [id: number, type: string],
  side: "cm_aircraft_message" | "cm_ground_message",
  message: string,
): SimulatedAtnApplication {
  const spdu = jsonObject([
    ["spdu_id", String(id)],
    ["spdu_type", quoted(type)],
    ["x227_apdu", `{"context_mgmt":{"${side}":${message}}}`],
  ]);
  return { describes: "atn-cm", field: ["x225_spdu", spdu], logon: null };
}

function offered(random: SeededRandom, qualifier: number): string {
  const address = `{"choice":"longTsap","data":{"long_tsap":${tsap(random)}}}`;
  return `{"ae_qualifier_version_address":{"ae_qualifier":${qualifier},"version":1,"ap_address":${address}}}`;
}

function tsap(random: SeededRandom): string {
  const short = jsonObject([
    ["ars", octets(random, 3)],
    ["loc_sys_nsel_tsel", octets(random, 10)],
  ]);
  return `{"rdp":${octets(random, 5)},"short_tsap":${short}}`;
}

function octets(random: SeededRandom, count: number): string {
  return jsonArray(Array.from({ length: count }, () => String(random.integer(0, 255))));
}
