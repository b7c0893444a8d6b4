import { describe, expect, test } from "vitest";
import { sampleAdscTree, arinc622, frameWithTree, receivedFrom } from "../../samples/index.ts";

const basicReport = {
  lat: 51.27,
  lon: -0.84,
  alt: 36_996,
  ts_sec: 1_200.125,
  pos_accuracy_nm: 0.25,
  nav_redundancy: true,
  tcas_avail: false,
};

function readAdsc(...tags: object[]) {
  return receivedFrom(frameWithTree(sampleAdscTree(...tags)));
}

function valueOf(message: ReturnType<typeof readAdsc>, label: string) {
  return message.decoded?.items.find((item) => item.label === label);
}

describe("ADS-C", () => {
  test("a report with all tags is read in the order of interest, with values as numbers", () => {
    const message = readAdsc(
      {
        meteo_data: {
          wind_spd_kts: 74,
          wind_dir_true_deg: 336.8,
          wind_dir_valid: true,
          temp_c: -24.75,
        },
      },
      { basic_report: basicReport },
      { flight_id: { flight_id: "XXX12  " } },
      {
        earth_ref_data: {
          true_trk_deg: 92.4,
          true_trk_valid: true,
          gnd_spd_kts: 453,
          vspd_ftmin: 64,
        },
      },
      { air_ref_data: { true_hdg_deg: 90, true_hdg_valid: false, spd_mach: 0.82, vspd_ftmin: 64 } },
      {
        predicted_route: {
          next_wpt: { lat: 52, lon: -20, alt: 37_000, eta_sec: 600 },
          next_next_wpt: { lat: 52, lon: -30, alt: 38_000 },
        },
      },
      { airframe_id: { icao_id: 0x0abcde } },
    );
    expect(message.decoded).toMatchObject({
      by: "decoder",
      decoder: "libacars",
      level: "full",
      application: "adsc",
      description:
        "Position: 51.27 N 0.84 W, FL370, flight XXX12, Mach 0.82, track 92°, 453 kt GS, next 52.00 N 20.00 W 12:30, then 52.00 N 30.00 W, wind 337° 74 kt, -24.7 °C, aircraft 0ABCDE",
    });
    expect(message).toMatchObject({
      latitude: 51.27,
      longitude: -0.84,
      altitude: 36_996,
      positionSource: "structured",
    });
    expect(valueOf(message, "Time of position")?.value).toBe("12:20:00");
    expect(valueOf(message, "Next waypoint, ETA")?.value).toBe("12:30:00");
    expect(valueOf(message, "Ground speed")).toEqual({
      label: "Ground speed",
      value: 453,
      unit: "kt",
    });
    expect(valueOf(message, "Heading")).toBeUndefined();
    expect(valueOf(message, "Registration")?.value).toBe("XX-ABC");
  });

  test("a time after the full hour is of the hour before, if that is nearer", () => {
    const message = readAdsc({ basic_report: { ...basicReport, ts_sec: 3_590 } });
    expect(valueOf(message, "Time of position")?.value).toBe("11:59:50");
  });

  test.each([
    ["emerg_basic_report", "Emergency position: 51.27 N 0.84 W, FL370"],
    ["lat_dev_change_event", "Lateral deviation, position: 51.27 N 0.84 W, FL370"],
    ["vspd_chg_event", "Vertical speed change, position: 51.27 N 0.84 W, FL370"],
    ["alt_range_event", "Altitude range exceeded, position: 51.27 N 0.84 W, FL370"],
    ["wpt_change_event", "Waypoint change, position: 51.27 N 0.84 W, FL370"],
  ])("%s is a position with its reason", (tag, description) => {
    const message = readAdsc({ [tag]: basicReport });
    expect(message.decoded?.description).toBe(description);
    expect(message.latitude).toBe(51.27);
  });

  test("projected points are items, and not the position of the aircraft", () => {
    const message = readAdsc(
      { fixed_projection: { lat: 10, lon: 20, alt: 37_000, eta_sec: 300 } },
      {
        intermediate_projection: {
          dist_nm: 50.25,
          true_trk_deg: 90,
          true_trk_valid: true,
          alt: 37_000,
          eta_sec: 300,
        },
      },
      {
        intermediate_projection: {
          dist_nm: 75,
          true_trk_deg: 90,
          true_trk_valid: false,
          alt: 37_000,
          eta_sec: 600,
        },
      },
    );
    expect(message).toMatchObject({ latitude: null, longitude: null, positionSource: null });
    expect(message.decoded?.items.map(({ label }) => label)).toContain("Projected position");
    expect(valueOf(message, "Next change in 2")?.value).toBe(75);
  });

  test.each([
    [{ ack: { contract_num: 5 } }, "ADS-C contract 5 acknowledged"],
    [
      { nack: { contract_req_num: 5, reason: 6 } },
      "ADS-C contract 5 refused: contract exists already",
    ],
    [{ nack: { contract_req_num: 5, reason: 99 } }, "ADS-C contract 5 refused: reason 99"],
    [
      {
        noncomp_notify: {
          contract_req_num: 5,
          msg_groups: [{ noncomp_tag: 16, noncomp_cause: "group_unavailable" }],
        },
      },
      "ADS-C contract 5 met in part: weather (group unavailable)",
    ],
    [{ cancel_emergency_mode: {} }, "ADS-C emergency mode cancelled"],
    [{ cancel_all_contracts: {} }, "Cancel all ADS-C contracts"],
    [{ cancel_contract: { contract_num: 5 } }, "Cancel ADS-C contract 5"],
    [
      {
        periodic_contract_req: {
          contract_num: 5,
          groups: [
            { report_interval: { interval_secs: 304 } },
            { flight_id: { modulus: 1 } },
            { meteo_data: { modulus: 2 } },
            { acft_intent_data: { modulus: 1, proj_time_mins: 30 } },
          ],
        },
      },
      "ADS-C periodic contract 5 requested: every 304 s, flight, weather in every 2nd report, intent 30 min ahead",
    ],
    [
      {
        emerg_periodic_contract_req: {
          contract_num: 5,
          groups: [{ report_interval: { interval_secs: 0 } }],
        },
      },
      "ADS-C emergency periodic contract 5 requested: one report",
    ],
    [
      {
        event_contract_req: {
          contract_num: 6,
          groups: [
            { report_when_lateral_dev_exceeds: { lat_dev_treshold_nm: 5 } },
            { report_when_vspd_is: { vspd_ftmin_threshold: 2_000, higher_than: false } },
            { report_when_alt_out_of_range: { floor_alt: 36_700, ceiling_alt: 37_300 } },
            { report_wpt_changes: {} },
          ],
        },
      },
      "ADS-C event contract 6 requested: on lateral deviation over 5 NM, on descent faster than 2,000 ft/min, on altitude outside FL367 to FL373, on waypoint change",
    ],
  ])("%j is read as a controller would say it", (tag, description) => {
    expect(readAdsc(tag).decoded).toMatchObject({ description, level: "full" });
  });

  test("a disconnection request names its reason", () => {
    const tree = arinc622("adsc_disconnect_request", {
      adsc: { err: false, tags: [{ reason: { reason_code: 8 } }] },
    });
    expect(receivedFrom(frameWithTree(tree)).decoded?.description).toBe(
      "ADS-C disconnection request; normal disconnect",
    );
  });

  test("a tag that is unknown, or an error of the decoder, leaves the rest partial", () => {
    const unknown = readAdsc({ basic_report: basicReport }, { new_tag: { value: 1 } });
    expect(unknown.decoded).toMatchObject({ level: "partial" });
    expect(unknown.latitude).toBe(51.27);
    const broken = arinc622("adsc_msg", { adsc: { err: true } });
    expect(receivedFrom(frameWithTree(broken)).decoded).toMatchObject({
      level: "partial",
      description: "ADS-C",
    });
  });

  test("a message whose checksum is wrong gives no position", () => {
    const tree = arinc622("adsc_msg", {
      crc_ok: false,
      adsc: { err: false, tags: [{ basic_report: basicReport }] },
    });
    expect(receivedFrom(frameWithTree(tree))).toMatchObject({
      latitude: null,
      decoded: { level: "partial" },
    });
  });

  test("a second block within the first, as inmarsat-sniffer wraps it, is read", () => {
    const inner = sampleAdscTree({ basic_report: basicReport });
    const message = receivedFrom(frameWithTree({ arinc622: { acars: inner } }));
    expect(message).toMatchObject({ latitude: 51.27, decoded: { application: "adsc" } });
  });
});
