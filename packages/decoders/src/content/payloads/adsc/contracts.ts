/** The tags of ADS-C that control centers send: contracts, and the groups of values that they ask for. */
import type { Fields } from "../../../formats/fields.ts";
import { type BitReader, printed } from "../bits.ts";
import { readAltitude, readContractNumber, readNothing, tagTable } from "./tags.ts";

const groupTags = tagTable([
  [10, "report_when_lateral_dev_exceeds", readDeviation],
  [11, "report_interval", readInterval],
  [12, "flight_id", readModulus],
  [13, "predicted_route", readModulus],
  [14, "earth_ref_data", readModulus],
  [15, "air_ref_data", readModulus],
  [16, "meteo_data", readModulus],
  [17, "airframe_id", readModulus],
  [18, "report_when_vspd_is", readVerticalSpeed],
  [19, "report_when_alt_out_of_range", readAltitudeRange],
  [20, "report_wpt_changes", readNothing],
  [
    21,
    "acft_intent_data",
    (bits) => ({ modulus: bits.unsigned(8), proj_time_mins: bits.unsigned(8) }),
  ],
]);

export const contractTags = tagTable([
  [1, "cancel_all_contracts", readNothing],
  [2, "cancel_contract", readContractNumber],
  [6, "cancel_emergency_mode", readContractNumber],
  [7, "periodic_contract_req", readContract],
  [8, "event_contract_req", readContract],
  [9, "emerg_periodic_contract_req", readContract],
]);

/** Reads a contract. A tag that is not of a group is the next contract of the message. */
function readContract(bits: BitReader): Fields | null {
  const contract_num = bits.unsigned(8);
  const groups: Fields[] = [];
  for (;;) {
    const group = groupTags.get(bits.nextOctet() ?? 0);
    if (group === undefined) break;
    bits.unsigned(8);
    groups.push({ [group.name]: group.read(bits) });
  }
  return { contract_num, ...(groups.length > 0 && { groups }) };
}

function readModulus(bits: BitReader): Fields {
  return { modulus: bits.unsigned(8) };
}

const intervalFactors = [0, 1, 8, 64] as const;

function readInterval(bits: BitReader): Fields {
  const factor = intervalFactors[bits.unsigned(2)] ?? 0;
  return { interval_secs: factor * (bits.unsigned(6) + 1) };
}

function readDeviation(bits: BitReader): Fields {
  return { lat_dev_treshold_nm: printed(bits.unsigned(8) / 8) };
}

function readVerticalSpeed(bits: BitReader): Fields {
  const feetPerMinute = bits.signed(8) * 64;
  return { vspd_ftmin_threshold: Math.abs(feetPerMinute), higher_than: feetPerMinute >= 0 };
}

function readAltitudeRange(bits: BitReader): Fields {
  const ceiling_alt = readAltitude(bits);
  return { floor_alt: readAltitude(bits), ceiling_alt };
}
