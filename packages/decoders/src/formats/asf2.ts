/**
 * asf-2.0, in the canonical JSON of its protobuf messages with the names of its schema: what ingest makes of a message
 * that a feeder sends over gRPC. xng is the program that speaks it. Facts are from `proto/asf2.proto` and
 * `crates/xng-acars` of airframesio/xng.
 */
import {
  finishBlock,
  readAck,
  readFlightNumber,
  readLabel,
  readTail,
  readText,
} from "./members/acars-block.ts";
import { setAssembly } from "./members/assembly.ts";
import { type ParseResult, draftOf, ignored, rejected } from "./decoded-message.ts";
import { type Fields, fieldsOf, finiteNumber, headerText, isFields } from "./fields.ts";
import { frequencyOfHz } from "./members/reception.ts";
import { readSignal } from "./members/signal.ts";

/** The kinds of link by the mode of a message. */
const sourceTypes: ReadonlyMap<string | null, string> = new Map([
  ["acars", "acars"],
  ["vdl2", "vdl"],
  ["hfdl", "hfdl"],
  ["aero-l", "aero-acars"],
  ["aero-c", "aero-acars"],
  ["std-c", "aero-acars"],
  ["iridium", "iridium-acars"],
]);

export function readAsf2(asf2: unknown): ParseResult {
  if (!isFields(asf2)) return rejected("bad-field", "asf2: not an object");
  const message = fieldsOf(asf2.message);
  const frequency = frequencyOfHz(numberOf(message.frequency_hz));
  const sourceType = sourceTypes.get(headerText(message.mode)) ?? byFrequency(frequency);
  const draft = draftOf("xng", sourceType, "acars");
  draft.stationIdent = headerText(asf2.station_ident) ?? headerText(asf2.station_id);
  draft.stationTimeMs = timeOfNanoseconds(message.timestamp_ns);
  draft.frequency = frequency;
  draft.channel = finiteNumber(fieldsOf(message.channel).index);
  const signal = fieldsOf(message.signal);
  draft.level = finiteNumber(signal.rssi_db);
  draft.signal = readSignal({
    level: draft.level,
    noise: signal.noise_db,
    skewHz: signal.freq_skew_hz,
    octetsCorrected: fieldsOf(message.decode).fec_corrected,
  });
  draft.error = finiteNumber(fieldsOf(message.decode).errors) ?? 0;
  if (!isFields(message.acars)) return ignored("link-frame", draft);
  // A member that is false is not in the JSON, and xng sends no block that its checksum refuses unless its configuration asks for it.
  if (fieldsOf(message.decode).crc_ok !== true) {
    return rejected("decoder-error", "asf2.message.decode.crc_ok");
  }
  return readAcars(message.acars, draft);
}

function readAcars(acars: Fields, draft: ReturnType<typeof draftOf>): ParseResult {
  draft.mode = headerText(acars.mode);
  draft.label = readLabel(acars.label);
  draft.blockId = headerText(acars.block_id);
  draft.messageNumber = headerText(acars.msg_num);
  draft.ack = readAck(acars.ack);
  draft.tail = readTail(acars.tail);
  draft.flightNumber = readFlightNumber(acars.flight);
  // Sublabel and MFI are in the text too, from which they are read.
  draft.text = readText(acars.text ?? "");
  const status = acars.reassembled === true ? "complete" : undefined;
  setAssembly(draft, { status, more: acars.more_to_come === true });
  return finishBlock(draft);
}

/** Guesses the kind of link of a mode that is not known by its band, MHz. */
function byFrequency(mhz: number | null): string {
  if (mhz === null) return "acars";
  if (mhz < 30) return "hfdl";
  if (mhz > 1_600) return "iridium-acars";
  return mhz > 1_500 ? "aero-acars" : "acars";
}

/** Reads a number that canonical JSON writes as text, because it may have 64 bits. */
function numberOf(value: unknown): number | null {
  const isDigits = typeof value === "string" && /^\d{1,20}$/.test(value);
  return isDigits ? Number(value) : finiteNumber(value);
}

/** Returns Unix ms; null for 0, which a program without a clock sends. */
function timeOfNanoseconds(value: unknown): number | null {
  const nanoseconds = numberOf(value);
  return nanoseconds === null || nanoseconds === 0 ? null : Math.round(nanoseconds / 1e6);
}
