import { expect, test } from "vitest";
import { atnFrame, receivedFrom } from "../../samples/index.ts";

const spot = {
  lat: { deg: 50, min: 30, sec: 0, dir: "north" },
  lon: { deg: 8, min: 15, sec: 36, dir: "east" },
};

const reportData = {
  position: { ...spot, alt: { val: 36_000, unit: "ft" } },
  timestamp: { date: { year: 2025, month: 1, day: 1 }, time: { hour: 12, min: 20, sec: 5 } },
  contract_number: 3,
  air_vector: {
    heading: { val: 95.05, unit: "deg" },
    airspeed: {
      choice: "mach_and_ias",
      data: { mach_and_ias: { mach: { val: 0.78, unit: "" }, ias: { val: 250, unit: "kts" } } },
    },
    vertical_rate: { val: 0, unit: "ft/min" },
  },
  ground_vector: {
    ground_track: { val: 97.5, unit: "deg" },
    ground_speed: { val: 448.5, unit: "kts" },
    vertical_rate: { val: 0, unit: "ft/min" },
  },
  meteo_data: {
    wind_direction: { val: 270, unit: "deg" },
    wind_speed: { choice: "kts", data: { wind_speed: { val: 45, unit: "kts" } } },
    temperature: { val: -52.25, unit: "C" },
  },
  extended_projected_profile: {
    gross_mass: { val: 61_000, unit: "kg" },
    extended_waypoint_sequence: [
      {
        waypoint_data: {
          waypoint_name: "FOOBA",
          epp_level: { choice: "qne", data: { alt_qne: { val: 36_000, unit: "ft" } } },
          eta: { hour: 12, min: 31, sec: 10 },
        },
      },
      { waypoint_data: { ...spot, eta: { hour: 12, min: 40, sec: 0 } } },
    ],
  },
};

test("a report of ADS-C version 2 gives the aircraft's own position, and waypoints with times", () => {
  const adsc_v2 = {
    adsc_report: { choice: "periodic", data: { periodic_report: { report_data: reportData } } },
  };
  const message = receivedFrom(atnFrame({ adsc_v2 }));
  expect(message).toMatchObject({
    latitude: 50.5,
    longitude: 8.26,
    altitude: 36_000,
    decoded: {
      decoder: "dumpvdl2",
      application: "atn-adsc",
      level: "full",
      description:
        "Position: 50.50 N 8.26 E, FL360, Mach 0.78, 449 kt GS, next FOOBA FL360 12:31, then 50.50 N 8.26 E 12:40",
    },
  });
  const items = message.decoded?.items ?? [];
  expect(items).toContainEqual({ label: "Time of position", value: "12:20:05" });
  expect(items).toContainEqual({ label: "Wind speed", value: 45, unit: "kt" });
  expect(items).toContainEqual({ label: "Gross mass", value: 61_000, unit: "kg" });
});

test("an event names what happened", () => {
  const event_report = { reported_event: "waypointChange", report_data: reportData };
  const pdu = { choice: "aDS-report-PDU", data: { adsc_report: { data: { event_report } } } };
  const adsc_v2 = { adsc_aircraft_pdus: { adsc_aircraft_pdu: pdu } };
  expect(receivedFrom(atnFrame({ adsc_v2 })).decoded?.description).toMatch(
    /^Waypoint change, position: 50\.50 N/,
  );
});

test.each([
  [
    { adsc_ack: { contract_number: 3, request_type: "eventContract" } },
    "ADS-C contract acknowledged 3",
  ],
  [
    { adsc_reject: { contract_number: 3, reject_reason: "max_capacity_exceeded" } },
    "ADS-C contract refused 3: max capacity exceeded",
  ],
  [
    {
      request_contract: {
        choice: "periodic",
        data: { adsc_periodic_contract_request: { contract_number: 4 } },
      },
    },
    "ADS-C contract requested 4 (periodic contract request)",
  ],
  [
    {
      adsc_aircraft_pdus: {
        adsc_aircraft_pdu: { choice: "x", data: { adsc_user_abort: "undefined-reason" } },
      },
    },
    "ADS-C aborted by user: undefined reason",
  ],
])("%j is named", (adsc_v2, description) => {
  expect(receivedFrom(atnFrame({ adsc_v2 })).decoded).toMatchObject({
    description,
    application: "atn-adsc",
  });
});
