/*
 * ADS-C (ARINC 745) inside ARINC 622: the facility, `ADS`, the registration, then the message's
 * bytes and a checksum as hex. Encoded truly, so that what reads the text finds what the tree says.
 */
import { fixed6, jsonArray, jsonObject, quoted } from "../json-text.ts";
import type { Random } from "../random.ts";
import type { FlightState } from "../world/flight.ts";
import { arincChecksum } from "./checksum.ts";
import type { ComposedText } from "./composed-text.ts";

const facilities = ["SIMADSA", "SIMADSB", "SIMOCXA", "SIMCTRA"];
const basicReportTag = 0x07;
const periodicContractTag = 0x07;
const reportIntervalTag = 0x0b;
const degreesPerUnit = 180 / 2 ** 20;
const feetPerUnit = 4;
const secondsPerUnit = 0.125;
/** Redundant navigation, within a quarter of a mile, TCAS on. */
const figureOfMerit = 0x1d;

/** A basic report with the position; as label B6, or addressed to the flight computer in H1. */
export function adscReport(state: FlightState, random: Random): ComposedText {
  const latitude = Math.round(state.latitude / degreesPerUnit);
  const longitude = Math.round(state.longitude / degreesPerUnit);
  const altitude = Math.round(state.altitude / feetPerUnit);
  const sinceHour = Math.floor((state.atMs % 3_600_000) / 1_000 / secondsPerUnit);
  const payload = packBits([
    [basicReportTag, 8],
    [latitude, 21],
    [longitude, 21],
    [altitude, 16],
    [sinceHour, 15],
    [figureOfMerit, 7],
  ]);
  const position = {
    latitude: round6(latitude * degreesPerUnit),
    longitude: round6(longitude * degreesPerUnit),
    altitude: altitude * feetPerUnit,
  };
  const report = jsonObject([
    ["lat", fixed6(position.latitude)],
    ["lon", fixed6(position.longitude)],
    ["alt", String(position.altitude)],
    ["ts_sec", fixed6(sinceHour * secondsPerUnit)],
    ["pos_accuracy_nm", fixed6(0.25)],
    ["nav_redundancy", "true"],
    ["tcas_avail", "true"],
  ]);
  const message = arinc622(random.pick(facilities), state.airframe.tail, payload, {
    tag: jsonObject([["basic_report", report]]),
    position,
  });
  return random.chance(0.5)
    ? { ...message, label: "B6", text: `/${message.text}`, origin: "F" }
    : { ...message, label: "H1", sublabel: "M1", mfi: "B6", origin: "F" };
}

/** The ground asks for a report every few minutes. */
export function adscContract(tail: string, random: Random): ComposedText {
  const contract = random.integer(1, 90);
  const rate = random.integer(1, 14);
  const payload = packBits([
    [periodicContractTag, 8],
    [contract, 8],
    [reportIntervalTag, 8],
    [0b11, 2],
    [rate, 6],
  ]);
  const interval = jsonObject([
    ["report_interval", jsonObject([["interval_secs", String((rate + 1) * 64)]])],
  ]);
  const request = jsonObject([
    ["contract_num", String(contract)],
    ["groups", jsonArray([interval])],
  ]);
  const message = arinc622(random.pick(facilities), tail, payload, {
    tag: jsonObject([["periodic_contract_req", request]]),
    position: null,
  });
  return { ...message, label: "A6", text: `/${message.text}\r\n`, origin: "F" };
}

function arinc622(
  facility: string,
  tail: string,
  payload: Buffer,
  decoded: { tag: string; position: NonNullable<ComposedText["application"]>["position"] },
): Pick<ComposedText, "text" | "application"> {
  const address = tail.padStart(7, ".");
  const checked = Buffer.concat([Buffer.from(`ADS${address}`), payload]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16BE(arincChecksum(checked));
  const hex = Buffer.concat([payload, checksum]).toString("hex").toUpperCase();
  const adsc = jsonObject([
    ["tags", jsonArray([decoded.tag])],
    ["err", "false"],
  ]);
  const json = jsonObject([
    ["msg_type", quoted("adsc_msg")],
    ["crc_ok", "true"],
    ["gs_addr", quoted(facility)],
    ["air_addr", quoted(address)],
    ["adsc", adsc],
  ]);
  return {
    text: `${facility}.ADS${address}${hex}`,
    application: { name: "arinc622", json, position: decoded.position },
  };
}

/** Most significant bit first; negative values as two's complement. */
function packBits(fields: readonly (readonly [value: number, bits: number])[]): Buffer {
  let packed = 0n;
  let length = 0;
  for (const [value, bits] of fields) {
    packed = (packed << BigInt(bits)) | BigInt.asUintN(bits, BigInt(value));
    length += bits;
  }
  return Buffer.from(packed.toString(16).padStart(length / 4, "0"), "hex");
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
