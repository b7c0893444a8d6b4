import { decodedLabels } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import {
  atnDownlink,
  atnFrame,
  atnLevel,
  atnUplink,
  decodedFrom,
  dumpvdl2Atn,
  element,
  receivedFrom,
  statusOfParsed,
} from "../../samples/index.ts";

const fixName = (fix: string): object => ({ choice: "fixName", data: { fix_name: { fix } } });
const spot = {
  lat: { deg: 50, min: 30, sec: 0, dir: "north" },
  lon: { deg: 8, min: 15, sec: 36, dir: "east" },
};

describe("CPDLC of the ATN", () => {
  test("a request is a message without a label, with number, reference and level", () => {
    const message = receivedFrom(dumpvdl2Atn);
    expect(decodedFrom(dumpvdl2Atn)).toMatchObject({ kind: "atn", icao: "ABC457", label: null });
    expect(message).toMatchObject({ linkDirection: "downlink", altitude: null });
    expect(message.decoded).toEqual({
      by: "decoder",
      decoder: "dumpvdl2",
      level: "full",
      application: "atn-cpdlc",
      description: "Request FL390",
      items: [
        { label: decodedLabels.messageNumber, value: 4 },
        { label: decodedLabels.replyTo, value: 2 },
        { label: "Time sent", value: "2025-01-01 12:20:09" },
        { label: "Logical acknowledgment", value: true },
        { label: "Element", value: "dM6" },
        { label: "Altitude", value: 39_000, unit: "ft" },
      ],
      version: 1,
    });
  });

  test.each([
    ["uM20Level", "CLIMB TO [level]", { level: atnLevel(360) }, "Climb to FL360"],
    [
      "uM19Level",
      "MAINTAIN [level]",
      {
        level: {
          choice: "blockLevel",
          data: {
            block_level: [
              { level_type: { choice: "levelFlightLevel", data: { flight_level: 350 } } },
              {
                level_type: {
                  choice: "levelFeet",
                  data: { flight_level: { val: 37_000, unit: "ft" } },
                },
              },
            ],
          },
        },
      },
      "Maintain FL350 to 37,000 ft",
    ],
    [
      "uM74Position",
      "PROCEED DIRECT TO [position]",
      { position: { choice: "navaid", data: { navaid: { navaid_name: "FOO", lat_lon: spot } } } },
      "Proceed direct to FOO",
    ],
    [
      "uM190Degrees",
      "FLY HEADING [degrees]",
      {
        degrees: {
          choice: "degreesMagnetic",
          data: { degrees_magnetic: { val: 95, unit: "deg" } },
        },
      },
      "Fly heading 95° magnetic",
    ],
    [
      "uM117UnitNameFrequency",
      "CONTACT [unitname] [frequency]",
      {
        unit_name_frequency: {
          unit_name: {
            facility_designation: "ZZZZ",
            facility_name: "FOOBA",
            facility_function: "center",
          },
          frequency: { choice: "frequencyvhf", data: { vhf: { val: 132.505, unit: "MHz" } } },
        },
      },
      "Contact FOOBA center 132.505 MHz",
    ],
    ["uM123Code", "SQUAWK [code]", { code: 21 }, "Squawk 0021"],
    [
      "uM82DistanceSpecifiedDirection",
      "CLEARED TO DEVIATE UP TO [offset] [direction] OF ROUTE",
      {
        distance_specified_direction: {
          distance_specified: {
            choice: "distanceSpecifiedNm",
            data: { offset: { val: 10, unit: "nm" } },
          },
          direction: "eitherSide",
        },
      },
      "Cleared to deviate up to 10 NM either side of route",
    ],
    [
      "uM106Speed",
      "MAINTAIN [speed]",
      { speed: { choice: "speedMach", data: { mach: { val: 0.78, unit: "" } } } },
      "Maintain Mach 0.78",
    ],
    [
      "uM166TrafficType",
      "DUE TO [traffictype]TRAFFIC",
      { traffic_type: "oppositeDirection" },
      "Due to opposite direction traffic",
    ],
    ["uM183FreeText", "FREE TEXT", { free_text: "RADIO CHECK ON 121.5" }, "RADIO CHECK ON 121.5"],
    [
      "uM159ErrorInformation",
      "ERROR",
      { error_info: "unrecognizedMsgReferenceNumber" },
      "Error, unrecognized message reference number",
    ],
    [
      "uM160Facility",
      "NEXT DATA AUTHORITY [facility]",
      { facility: { choice: "facilityDesignation", data: { facility_designation: "ZZZZ" } } },
      "Next data authority ZZZZ",
    ],
  ])("%s is read as a controller says it", (choice, label, data, description) => {
    const frame = atnFrame(atnUplink([element(choice, label, data)]), { isUplink: true });
    expect(receivedFrom(frame)).toMatchObject({
      linkDirection: "uplink",
      decoded: { description, level: "full", application: "atn-cpdlc" },
    });
  });

  test("an element that refers to a route clearance has the route in its words", () => {
    const routes = [
      {
        route_clearance: {
          destination_airport: "ZZZZ",
          route: [{ route_info: { choice: "aTSRouteDesignator", data: { ats_route: "UL9" } } }],
        },
      },
    ];
    const cleared = element(
      "uM79PositionRouteClearance",
      "CLEARED TO [position] VIA [routeClearance]",
      {
        position_rte_clearance_idx: { position: fixName("FOOBA"), route_clearance_idx: 1 },
      },
    );
    const data = { route_clearance_data: { route_clearance_seq: routes } };
    expect(receivedFrom(atnFrame(atnUplink([cleared], data))).decoded).toMatchObject({
      description: "Cleared to FOOBA via ZZZZ, route UL9",
      level: "full",
    });
  });

  test("a position report gives the position of the aircraft, not of the fixes in it", () => {
    const report = element("dM48PositionReport", "POSITION REPORT [positionreport]", {
      position_report: {
        position: { choice: "latitudeLongitude", data: { lat_lon: spot } },
        time: { hour: 12, min: 19 },
        level: atnLevel(350),
        fix_next: fixName("FOOBA"),
        eta_at_fix_next: { hour: 12, min: 31 },
        reported_waypoint_position: {
          choice: "latitudeLongitude",
          data: { lat_lon: { ...spot, lat: { deg: 10, dir: "south" } } },
        },
      },
    });
    expect(receivedFrom(atnFrame(atnDownlink(report)))).toMatchObject({
      latitude: 50.5,
      longitude: 8.26,
      altitude: 35_000,
      decoded: { description: "Position report 50.50 N 8.26 E at 12:19, FL350, next FOOBA 12:31" },
    });
  });

  test.each([
    ["over an open connection", (apdu: object) => apdu],
    ["beside the release of the connection", (apdu: object) => ({ x227_apdu: apdu })],
    [
      "beside the opening of the connection",
      (apdu: object) => ({ x225_spdu: { x227_apdu: apdu } }),
    ],
  ])("a message %s is found", (_, wrap) => {
    const frame = atnFrame(wrap(atnDownlink(element("dM0NULL", "WILCO"))));
    expect(receivedFrom(frame).decoded?.description).toBe("Wilco");
  });

  test("the end of a dialogue of protected mode is named with its reason", () => {
    const cpdlc = {
      protected_aircraft_pdus: {
        choice: "abortUser",
        data: { cpdlc_user_abort_reason: "timer-expired" },
      },
    };
    expect(receivedFrom(atnFrame({ x227_apdu: { cpdlc } })).decoded).toMatchObject({
      application: "atn-cpdlc",
      description: "CPDLC aborted: timer expired",
    });
  });

  test("a packet that the network returns is shown as not delivered, and gives no values", () => {
    const present = atnUplink([element("uM20Level", "CLIMB TO [level]", { level: atnLevel(360) })]);
    const frame = { vdl2: { avlc: { x25: { sndcf_error_report: { clnp: { cotp: present } } } } } };
    expect(receivedFrom(frame).decoded?.description).toBe("Not delivered: climb to FL360");
  });
});

describe("associations of the ATN", () => {
  const request = {
    assoc_request: {
      app_ctx_name: [1, 3, 27, 3, 1],
      ae_qualifier: { choice: "form2", data: { ae_qualifier_form2: 1 } },
    },
  };
  test.each([
    [{ choice: "aarq", data: request }, "Context management connection request", "atn-cm"],
    [
      {
        choice: "aare",
        data: { assoc_response: { assoc_result: { value: 0, value_descr: "accept" } } },
      },
      "ATN connection accepted",
      "atn-association",
    ],
    [
      {
        choice: "aare",
        data: { assoc_response: { assoc_result: { value: 1, value_descr: "reject (permanent)" } } },
      },
      "ATN connection refused: reject (permanent)",
      "atn-association",
    ],
    [
      { choice: "rlrq", data: { release_request: { reason: { value: 0 } } } },
      "ATN disconnection request",
      "atn-association",
    ],
    [
      { choice: "rlre", data: { release_response: { reason: { value: 0 } } } },
      "ATN disconnected",
      "atn-association",
    ],
    [
      { choice: "abrt", data: { abort: { abort_source: { value: 1, value_descr: "provider" } } } },
      "ATN connection aborted by provider",
      "atn-association",
    ],
  ])("%j is named", (acse_apdu, description, application) => {
    const frame = atnFrame({ x225_spdu: { x227_apdu: { acse_apdu } } });
    expect(receivedFrom(frame).decoded).toMatchObject({ description, application, level: "full" });
  });

  test("an answer names the application that comes with it", () => {
    const acse_apdu = {
      choice: "aare",
      data: { assoc_response: { assoc_result: { value_descr: "accept" } } },
    };
    const frame = atnFrame({ x225_spdu: { x227_apdu: { acse_apdu, cpdlc: {} } } });
    expect(receivedFrom(frame).decoded).toMatchObject({
      description: "CPDLC connection accepted",
      application: "atn-cpdlc",
    });
  });
});

test("packets of the network itself are no messages", () => {
  expect(statusOfParsed(atnFrame({}))).toBe("ignored: link-frame");
  expect(statusOfParsed({ vdl2: { avlc: { x25: { err: true } } } })).toBe("ignored: link-frame");
  expect(statusOfParsed(atnFrame({ cpdlc: null }))).toBe("ignored: link-frame");
});
