import { decodedLabels } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import {
  arinc622,
  coordinates,
  element,
  fansDownlink,
  fansUplink,
  fix,
  flightLevel,
  frameWithTree,
  receivedFrom,
} from "../../samples/index.ts";

function readTree(tree: object) {
  return receivedFrom(frameWithTree(tree));
}

const mach = { choice: "speedMach", data: { speed_mach: { val: 0.8200000000000001, unit: "" } } };
describe("FANS-1/A CPDLC", () => {
  test("a request has its numbers, level and application in the members of a message", () => {
    const { decoded, altitude } = readTree(
      fansDownlink(element("dM6Altitude", "REQUEST [altitude]", { alt: flightLevel(390) })),
    );
    expect(decoded).toMatchObject({
      by: "decoder",
      decoder: "libacars",
      level: "full",
      application: "cpdlc",
      description: "Request FL390",
    });
    expect(decoded?.items).toEqual([
      { label: decodedLabels.messageNumber, value: 7 },
      { label: decodedLabels.replyTo, value: 3 },
      { label: "Time sent", value: "12:20:05" },
      { label: "Element", value: "dM6" },
      { label: "Altitude", value: 39_000, unit: "ft" },
      { label: "Ground station", value: "XXXXZZA" },
      { label: "Registration", value: "XX-ABC" },
    ]);
    expect(altitude).toBeNull();
  });

  test("several elements are joined in their order", () => {
    const { decoded } = readTree(
      fansUplink(
        element("uM20Altitude", "CLIMB TO AND MAINTAIN [altitude]", { alt: flightLevel(340) }),
        element("uM129Altitude", "REPORT LEVEL [altitude]", { alt: flightLevel(340) }),
        element("uM166NULL", "DUE TO TRAFFIC"),
      ),
    );
    expect(decoded?.description).toBe(
      "Climb to and maintain FL340; report level FL340; due to traffic",
    );
    expect(
      decoded?.items.filter(({ label }) => label === "Element").map(({ value }) => value),
    ).toEqual(["uM20", "uM129", "uM166"]);
  });

  test("a position report gives position, altitude and the estimate at the destination", () => {
    const message = readTree(
      fansDownlink(
        element("dM48PositionReport", "POSITION REPORT [positionreport]", {
          pos_report: {
            pos_current: coordinates,
            time_at_pos_current: { hour: 12, min: 15 },
            alt: flightLevel(370),
            next_fix: fix("FOOBA"),
            eta_at_fix_next: { hour: 12, min: 40 },
            next_next_fix: fix("ABCDE"),
            eta_at_dest: { hour: 18, min: 5 },
            temp: { choice: "temperatureC", data: { temp_deg_c: { val: -54, unit: "C" } } },
            winds: {
              wind_dir: { val: 270, unit: "deg" },
              wind_speed: {
                choice: "windSpeedEnglish",
                data: { wind_speed_english: { val: 60, unit: "kts" } },
              },
            },
            speed: mach,
          },
        }),
      ),
    );
    expect(message.decoded?.description).toBe(
      "Position report 51.27 N 0.84 W at 12:15, FL370, Mach 0.82, next FOOBA 12:40, then ABCDE, destination at 18:05",
    );
    expect(message).toMatchObject({
      latitude: 51.27,
      longitude: -0.84,
      altitude: 37_000,
      times: { eta: "2025-01-01T18:05:00.000Z", off: null },
    });
    expect(message.decoded?.items).toContainEqual({ label: "Temperature", value: -54, unit: "°C" });
    expect(message.decoded?.items).toContainEqual({ label: "Wind speed", value: 60, unit: "kt" });
  });

  test("positions and levels of a clearance are not those of the aircraft", () => {
    const cleared = readTree(
      fansUplink(element("uM74Position", "PROCEED DIRECT TO [position]", { pos: coordinates })),
    );
    expect(cleared).toMatchObject({ latitude: null, altitude: null });
    const present = readTree(
      fansDownlink(
        element("dM33Position", "PRESENT POSITION [position]", { pos: coordinates }),
        element("dM32Altitude", "PRESENT ALTITUDE [altitude]", { alt: flightLevel(370) }),
      ),
    );
    expect(present).toMatchObject({ latitude: 51.27, altitude: 37_000 });
  });

  test.each([
    ["fans1a_cpdlc_connect_request", "CPDLC connection request"],
    ["fans1a_cpdlc_connect_confirm", "CPDLC connection confirmed"],
    ["fans1a_cpdlc_disconnect_request", "CPDLC disconnection request"],
  ])("%s without an element is named", (type, description) => {
    const { decoded } = readTree(arinc622(type, { cpdlc: { err: false } }));
    expect(decoded).toMatchObject({ description, level: "full", application: "cpdlc" });
  });

  test("values that are missing or of the wrong type leave the element partial", () => {
    for (const data of [{}, { alt: null }, { alt: { data: [] } }, "text", null]) {
      const request = element("dM6Altitude", "REQUEST [altitude]");
      const { decoded } = readTree(fansDownlink({ ...request, data: data as object }));
      expect(decoded).toMatchObject({ description: "Request", level: "partial" });
    }
    const unknown = readTree(fansDownlink(element("dM99Something", ""))).decoded;
    expect(unknown).toMatchObject({ description: "Element dM99", level: "partial" });
    const broken = readTree(arinc622("fans1a_cpdlc_msg", { cpdlc: { err: true } })).decoded;
    expect(broken).toMatchObject({ description: "CPDLC message", level: "partial" });
  });
});
