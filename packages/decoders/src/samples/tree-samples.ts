import { dumpvdl2Acars } from "./vhf-objects.ts";
import {
  sampleAdscTree,
  arinc622,
  atnFrame,
  atnLevel,
  atnUplink,
  coordinates,
  dumpvdl2Atn,
  element,
  fansDownlink,
  fansUplink,
  fix,
  flightLevel,
  frameWithTree,
} from "./trees.ts";

const time = { hour: 12, min: 30 };
const spot = {
  lat: { deg: 50, min: 30, sec: 0, dir: "north" },
  lon: { deg: 8, min: 15, sec: 36, dir: "east" },
};

/** One object of each application, for tests that hold for every tree. */
export const treeObjects: readonly object[] = [
  dumpvdl2Acars,
  dumpvdl2Atn,
  frameWithTree(
    sampleAdscTree(
      { basic_report: { lat: 51, lon: -1, alt: 37_000, ts_sec: 60 } },
      { flight_id: { flight_id: "XXX12" } },
      { air_ref_data: { true_hdg_deg: 90, true_hdg_valid: true, spd_mach: 0.8, vspd_ftmin: 0 } },
      { earth_ref_data: { true_trk_deg: 90, true_trk_valid: true, gnd_spd_kts: 450 } },
      { meteo_data: { wind_spd_kts: 10, wind_dir_true_deg: 20, temp_c: -50 } },
      { predicted_route: { next_wpt: { lat: 52, lon: -2, alt: 37_000, eta_sec: 60 } } },
      { nack: { contract_req_num: 1, reason: 1 } },
      { noncomp_notify: { contract_req_num: 1, msg_groups: [{ noncomp_tag: 12 }] } },
      {
        event_contract_req: {
          contract_num: 1,
          groups: [
            { report_interval: { interval_secs: 64 } },
            { report_when_alt_out_of_range: { floor_alt: 30_000, ceiling_alt: 31_000 } },
            { report_when_vspd_is: { vspd_ftmin_threshold: 100, higher_than: true } },
          ],
        },
      },
    ),
  ),
  frameWithTree(arinc622("fans1a_cpdlc_disconnect_request", { cpdlc: { err: false } })),
  frameWithTree(
    fansDownlink(
      element("dM48PositionReport", "POSITION REPORT [positionreport]", {
        pos_report: {
          pos_current: coordinates,
          time_at_pos_current: time,
          alt: flightLevel(370),
          next_fix: fix("FOOBA"),
          eta_at_fix_next: time,
          eta_at_dest: time,
          winds: { wind_dir: { val: 1, unit: "deg" } },
        },
      }),
    ),
  ),
  frameWithTree(
    fansUplink(
      element("uM22PositionAltitude", "AT [position] CLIMB TO [altitude]", {
        pos_alt: { pos: fix("FOOBA"), alt: flightLevel(360) },
      }),
      element("uM80RouteClearance", "CLEARED [routeclearance]", {
        rte_clearance: {
          airport_dst: "ZZZZ",
          runway_arr: { runway_dir: 9, runway_config: "left" },
          rte_info_seq: [{ rte_info: coordinates }],
        },
      }),
    ),
  ),
  frameWithTree({
    arinc622: undefined,
    "media-adv": {
      err: false,
      current_link: { code: "V", descr: "VHF ACARS", established: true, time },
      links_avail: [{ code: "H", descr: "HF" }],
    },
  }),
  frameWithTree({
    arinc622: undefined,
    miam: {
      single_transfer: {
        miam_core: {
          data: { msg_num: 1, aircraft_id: "X", acars: { label: "H1", message: { text: "TEXT" } } },
        },
      },
    },
  }),
  frameWithTree({ arinc622: undefined, ohma: { err: 0, msg_id: "A", msg_seq: 1, text: "{}" } }),
  frameWithTree({ arinc622: undefined, other_app: { value: 1, list: [{ inner: "text" }] } }),
  atnFrame(
    atnUplink(
      [
        element("uM79PositionRouteClearance", "CLEARED TO [position] VIA [routeClearance]", {
          position_rte_clearance_idx: { position: fix("FOOBA"), route_clearance_idx: 1 },
        }),
        element("uM20Level", "CLIMB TO [level]", { level: atnLevel(360) }),
      ],
      { route_clearance_data: { route_clearance_seq: [{ route_clearance: { route: [] } }] } },
    ),
    { isUplink: true },
  ),
  atnFrame({
    x225_spdu: {
      x227_apdu: {
        acse_apdu: { choice: "aarq", data: { assoc_request: { ae_qualifier: { data: {} } } } },
        context_mgmt: {
          cm_aircraft_message: {
            data: {
              atn_context_mgmt_logon_request: {
                flight_id: "XXX12",
                departure_airport: "YYYY",
                departure_time: { year: 2025, month: 1, day: 1, ...time },
                ground_initiated_apps: [
                  { ae_qualifier_version_address: { ae_qualifier: 22, version: 1 } },
                ],
              },
            },
          },
        },
      },
    },
  }),
  atnFrame({
    adsc_v2: {
      adsc_report: {
        data: {
          periodic_report: {
            report_data: {
              position: { ...spot, alt: { val: 36_000, unit: "ft" } },
              air_vector: { airspeed: { data: { mach: { val: 0.8, unit: "" } } } },
              extended_projected_profile: {
                extended_waypoint_sequence: [
                  { waypoint_data: { waypoint_name: "FOOBA", eta: time } },
                ],
              },
            },
          },
        },
      },
    },
  }),
];
