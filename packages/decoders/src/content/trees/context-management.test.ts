import { describe, expect, test } from "vitest";
import { atnFrame, receivedFrom } from "../../samples/index.ts";

function frameOf(side: string, data: object) {
  return atnFrame({
    x225_spdu: { x227_apdu: { context_mgmt: { [side]: { choice: "x", data } } } },
  });
}

describe("context management of the ATN", () => {
  const logon = {
    flight_id: "XXX12",
    departure_airport: "YYYY",
    destination_airport: "ZZZZ",
    departure_time: { year: 2025, month: 1, day: 1, hour: 11, min: 50 },
    ground_initiated_apps: [
      { ae_qualifier_version_address: { ae_qualifier: 22, version: 1 } },
      { ae_qualifier_version_address: { ae_qualifier: 99, version: 2 } },
    ],
  };

  test("a logon request names flight, airports and applications", () => {
    const message = receivedFrom(
      frameOf("cm_aircraft_message", { atn_context_mgmt_logon_request: logon }),
    );
    expect(message).toMatchObject({
      flightNumber: "XXX12",
      departingAirport: "YYYY",
      destinationAirport: "ZZZZ",
      decoded: {
        application: "atn-cm",
        level: "full",
        description: "Logon request: flight XXX12, YYYY to ZZZZ, departure 11:50",
      },
    });
    const applications = message.decoded?.items.filter(({ label }) => label === "Application");
    expect(applications?.map(({ value }) => value)).toEqual(["CPDLC 1", "application 99 2"]);
  });

  test.each([
    ["cm_ground_message", { atn_context_mgmt_logon_response: {} }, "Logon response"],
    ["cm_ground_message", { atn_context_mgmt_update: {} }, "Logon update"],
    [
      "cm_ground_message",
      { atn_context_mgmt_contact_request: { facility_designation: "ZZZZ" } },
      "Contact ZZZZ",
    ],
    [
      "cm_aircraft_message",
      { atn_context_mgmt_contact_response: "contactSuccess" },
      "Contact response: contact success",
    ],
    ["cm_ground_message", { atn_context_mgmt_forward_request: {} }, "Logon forwarded"],
    [
      "cm_ground_message",
      { atn_context_mgmt_forward_response: "success" },
      "Answer to forwarded logon: success",
    ],
    [
      "cm_aircraft_message",
      { atn_context_mgmt_abort_reason: "timer-expired" },
      "Logon aborted: timer expired",
    ],
  ])("%s %j is named", (side, data, description) => {
    expect(receivedFrom(frameOf(side, data)).decoded).toMatchObject({
      description,
      application: "atn-cm",
      level: "full",
    });
  });
});
