/** The tags of ADS-C that aircraft send. */
import type { Fields } from "../../../formats/fields.ts";
import { type BitReader, printed } from "../bits.ts";
import {
  readAltitude,
  readContractNumber,
  readCoordinate,
  readDirection,
  readNothing,
  readTemperature,
  tagTable,
} from "./tags.ts";

export const reportTags = tagTable([
  [3, "ack", readContractNumber],
  [4, "nack", readRefusal],
  [5, "noncomp_notify", readNoncompliance],
  [6, "cancel_emergency_mode", readNothing],
  [7, "basic_report", readReport],
  [9, "emerg_basic_report", readReport],
  [10, "lat_dev_change_event", readReport],
  [12, "flight_id", readFlight],
  [13, "predicted_route", readRoute],
  [14, "earth_ref_data", readEarthReference],
  [15, "air_ref_data", readAirReference],
  [16, "meteo_data", readWeather],
  [17, "airframe_id", (bits) => ({ icao_id: bits.unsigned(24) })],
  [18, "vspd_chg_event", readReport],
  [19, "alt_range_event", readReport],
  [20, "wpt_change_event", readReport],
  [22, "intermediate_projection", readIntermediateProjection],
  [23, "fixed_projection", readFixedProjection],
]);

export function readDisconnectReason(bits: BitReader): Fields {
  return { reason_code: bits.unsigned(4) };
}

const lastRefusalReason = 13;
/** Reasons with one more octet, and what it is. */
const refusalDetails = new Map([
  [1, "err_octet"],
  [2, "err_octet"],
  [7, "err_tag"],
]);

function readRefusal(bits: BitReader): Fields | null {
  const contract_req_num = bits.unsigned(8);
  const reason = bits.unsigned(8);
  if (reason > lastRefusalReason) return null;
  const detail = refusalDetails.get(reason);
  return { contract_req_num, reason, ...(detail && { [detail]: bits.unsigned(8) }) };
}

function readNoncompliance(bits: BitReader): Fields {
  const contract_req_num = bits.unsigned(8);
  const groups = bits.unsigned(8);
  return {
    contract_req_num,
    msg_groups: Array.from({ length: groups }, () => readNoncompliantGroup(bits)),
  };
}

function readNoncompliantGroup(bits: BitReader): Fields {
  const noncomp_tag = bits.unsigned(8);
  const isUnrecognized = bits.unsigned(1) === 1;
  const isUnavailable = bits.unsigned(1) === 1;
  bits.unsigned(2);
  const count = bits.unsigned(4);
  if (isUnrecognized) return { noncomp_tag, noncomp_cause: "group_unrecognized" };
  if (isUnavailable) return { noncomp_tag, noncomp_cause: "group_unavailable" };
  const params = Array.from({ length: count }, () => bits.unsigned(4));
  if (count % 2 === 1) bits.unsigned(4);
  return { noncomp_tag, noncomp_cause: "params_unavailable", params };
}

/** Nautical miles; -1 if navigation was lost. */
const accuracies = [-1, 30, 15, 8, 4, 1, 0.25, 0.05] as const;

function readReport(bits: BitReader): Fields {
  const report = {
    lat: readCoordinate(bits),
    lon: readCoordinate(bits),
    alt: readAltitude(bits),
    ts_sec: printed(bits.unsigned(15) * 0.125),
  };
  bits.unsigned(2);
  const tcas_avail = bits.unsigned(1) === 1;
  return {
    ...report,
    pos_accuracy_nm: accuracies[bits.unsigned(3)],
    nav_redundancy: bits.unsigned(1) === 1,
    tcas_avail,
  };
}

/** Reads eight characters of six bits: letters, figures and blanks without their highest bit. */
function readFlight(bits: BitReader): Fields {
  const codes = Array.from({ length: 8 }, () => bits.unsigned(6));
  const id = codes.map((code) => String.fromCharCode(code & 0x20 ? code : code + 0x40));
  return { flight_id: id.join("") };
}

function readRoute(bits: BitReader): Fields {
  return { next_wpt: readTimedPoint(bits), next_next_wpt: readPoint(bits), ...padding(bits, 6) };
}

function readPoint(bits: BitReader): Fields {
  return { lat: readCoordinate(bits), lon: readCoordinate(bits), alt: readAltitude(bits) };
}

function readTimedPoint(bits: BitReader): Fields {
  return { ...readPoint(bits), eta_sec: bits.unsigned(14) };
}

function readEarthReference(bits: BitReader): Fields {
  const true_trk_valid = bits.unsigned(1) === 0;
  return {
    true_trk_deg: readDirection(bits, 12),
    true_trk_valid,
    gnd_spd_kts: bits.unsigned(13) / 2,
    vspd_ftmin: bits.signed(12) * 16,
    ...padding(bits, 2),
  };
}

function readAirReference(bits: BitReader): Fields {
  const true_hdg_valid = bits.unsigned(1) === 0;
  return {
    true_hdg_deg: readDirection(bits, 12),
    true_hdg_valid,
    spd_mach: printed(bits.unsigned(13) / 2 / 1_000),
    vspd_ftmin: bits.signed(12) * 16,
    ...padding(bits, 2),
  };
}

function readWeather(bits: BitReader): Fields {
  const wind_spd_kts = bits.unsigned(9) / 2;
  const wind_dir_valid = bits.unsigned(1) === 0;
  return {
    wind_spd_kts,
    wind_dir_true_deg: readDirection(bits, 9),
    wind_dir_valid,
    temp_c: readTemperature(bits),
    ...padding(bits, 1),
  };
}

function readIntermediateProjection(bits: BitReader): Fields {
  const dist_nm = bits.unsigned(16) / 8;
  const true_trk_valid = bits.unsigned(1) === 0;
  return {
    dist_nm,
    true_trk_deg: readDirection(bits, 12),
    true_trk_valid,
    alt: readAltitude(bits),
    eta_sec: bits.unsigned(14),
    ...padding(bits, 5),
  };
}

function readFixedProjection(bits: BitReader): Fields {
  return readTimedPoint(bits);
}

/** Reads bits without a meaning at the end of a tag. */
function padding(bits: BitReader, size: number): Fields {
  bits.unsigned(size);
  return {};
}
