import { expect, test } from "vitest";
import { arinc622Text, packed, payloadTexts } from "../../../samples/index.ts";
import { payloadTree, readPayload } from "../read-payload.ts";

function treeOf(name: string) {
  const sample = payloadTexts.find((one) => one.name === name);
  if (sample === undefined) throw new Error(`no sample ${name}`);
  return payloadTree({ ...sample, headChars: 0 });
}

function adscOf(data: Uint8Array, kind = "ADS", linkDirection: "uplink" | "downlink" = "downlink") {
  return payloadTree({
    label: "B6",
    text: arinc622Text(kind, data),
    headChars: 0,
    linkDirection,
  })?.arinc622;
}

test("a report of ADS-C has the values of its bits", () => {
  expect(treeOf("ADS-C report")).toEqual({
    arinc622: {
      msg_type: "adsc_msg",
      crc_ok: true,
      gs_addr: "ZZZZAYA",
      air_addr: ".XX-ABC",
      adsc: {
        err: false,
        tags: [
          {
            basic_report: {
              lat: 45,
              lon: 45,
              alt: 36_000,
              ts_sec: 1_200,
              pos_accuracy_nm: 0.25,
              nav_redundancy: true,
              tcas_avail: true,
            },
          },
          { flight_id: { flight_id: "XXX123  " } },
          {
            earth_ref_data: {
              true_trk_deg: 45,
              true_trk_valid: true,
              gnd_spd_kts: 450,
              vspd_ftmin: -64,
            },
          },
          {
            air_ref_data: {
              true_hdg_deg: 315,
              true_hdg_valid: false,
              spd_mach: 0.82,
              vspd_ftmin: 64,
            },
          },
          {
            meteo_data: {
              wind_spd_kts: 50,
              wind_dir_true_deg: 270,
              wind_dir_valid: true,
              temp_c: -50,
            },
          },
          {
            predicted_route: {
              next_wpt: { lat: 45, lon: -45, alt: 37_000, eta_sec: 600 },
              next_next_wpt: { lat: -45, lon: 45, alt: 38_000 },
            },
          },
          { airframe_id: { icao_id: 0x0a_bc_de } },
          {
            intermediate_projection: {
              dist_nm: 10,
              true_trk_deg: 22.5,
              true_trk_valid: true,
              alt: 36_000,
              eta_sec: 300,
            },
          },
          { fixed_projection: { lat: 22.5, lon: 22.5, alt: 36_000, eta_sec: 900 } },
        ],
      },
    },
  });
});

test("contracts of ADS-C have their groups, one contract after the other", () => {
  expect(treeOf("ADS-C contracts")).toMatchObject({
    arinc622: {
      crc_ok: true,
      adsc: {
        err: false,
        tags: [
          {
            periodic_contract_req: {
              contract_num: 1,
              groups: [
                { report_interval: { interval_secs: 320 } },
                { flight_id: { modulus: 1 } },
                { predicted_route: { modulus: 1 } },
                { earth_ref_data: { modulus: 1 } },
                { air_ref_data: { modulus: 1 } },
                { meteo_data: { modulus: 1 } },
                { airframe_id: { modulus: 1 } },
                { acft_intent_data: { modulus: 1, proj_time_mins: 10 } },
              ],
            },
          },
          {
            event_contract_req: {
              contract_num: 2,
              groups: [
                { report_when_lateral_dev_exceeds: { lat_dev_treshold_nm: 5 } },
                { report_when_vspd_is: { vspd_ftmin_threshold: 3_200, higher_than: false } },
                { report_when_alt_out_of_range: { ceiling_alt: 38_000, floor_alt: 34_000 } },
                { report_wpt_changes: {} },
              ],
            },
          },
          { emerg_periodic_contract_req: { contract_num: 3 } },
          { cancel_contract: { contract_num: 4 } },
          { cancel_emergency_mode: { contract_num: 5 } },
          { cancel_all_contracts: {} },
        ],
      },
    },
  });
});

test("answers to contracts say what is refused and what is missing", () => {
  expect(treeOf("ADS-C answers")).toMatchObject({
    arinc622: {
      adsc: {
        err: false,
        tags: [
          { ack: { contract_num: 1 } },
          { nack: { contract_req_num: 2, reason: 7, err_tag: 99 } },
          { nack: { contract_req_num: 2, reason: 13 } },
          {
            noncomp_notify: {
              contract_req_num: 5,
              msg_groups: [
                { noncomp_tag: 30, noncomp_cause: "group_unrecognized" },
                { noncomp_tag: 16, noncomp_cause: "group_unavailable" },
                { noncomp_tag: 14, noncomp_cause: "params_unavailable", params: [1, 2, 3] },
              ],
            },
          },
          { cancel_emergency_mode: {} },
        ],
      },
    },
  });
  expect(treeOf("ADS-C disconnection")).toMatchObject({
    arinc622: {
      msg_type: "adsc_disconnect_request",
      adsc: { tags: [{ reason: { reason_code: 8 } }] },
    },
  });
});

test("ADS-C is read up to what is unknown, incomplete or invalid", () => {
  const ack = [
    [3, 8],
    [1, 8],
  ] as const;
  const tags = [{ ack: { contract_num: 1 } }];
  for (const rest of [
    [99, 8],
    [7, 16],
    [4, 24],
    [0x04_01_0e, 24],
    [0x05_01_02, 24],
  ] as const) {
    expect(adscOf(packed(...ack, rest))).toMatchObject({ crc_ok: true, adsc: { err: true, tags } });
  }
  expect(adscOf(packed())).toMatchObject({ adsc: {} });
  expect(adscOf(packed([8, 8]), "DIS", "uplink")).toMatchObject({ adsc: { err: true, tags: [] } });
  expect(adscOf(packed([99, 8]), "DIS", "uplink")).toMatchObject({ adsc: { err: true } });
});

test("a message whose checksum is wrong has an item that tells it, and gives no position", () => {
  const data = packed([7, 8], [2 ** 18, 21], [2 ** 18, 21], [9_000, 16], [0, 22]);
  const text = `${arinc622Text("ADS", data).slice(0, -4)}0000`;
  const sample = { label: "B6", text, headChars: 0, linkDirection: null };
  expect(payloadTree(sample)).toMatchObject({
    arinc622: { crc_ok: false, adsc: { err: false } },
  });
  const content = readPayload(sample, 0);
  expect(content).toMatchObject({ latitude: null, decoded: { level: "partial" } });
  expect(content?.decoded.items).toContainEqual({ label: "Checksum", value: "wrong" });
});
