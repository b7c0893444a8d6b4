/**
 * Rows of the table `messages` in the database of ACARS Hub. They have what its formatters made of the output of decoder programs:
 * times in whole seconds, empty texts for what is unknown, and addresses of ground stations as decimal numbers.
 */
import {
  directionOfBlock,
  finishBlock,
  readAck,
  readAirport,
  readFlightNumber,
  readLabel,
  readTail,
  readText,
} from "./members/acars-block.ts";
import { hexOfNumber, icaoOf, readHexAddress } from "./members/address.ts";
import {
  type MessageDraft,
  type ParseResult,
  draftOf,
  ignored,
  rejected,
} from "./decoded-message.ts";
import { type Fields, finiteNumberOrNumeral, headerText, isFields } from "./fields.ts";
import { readOooiTimes } from "./members/oooi.ts";
import { setPosition } from "./members/position.ts";
import { frequencyOfMhz, timeOfSeconds } from "./members/reception.ts";

/** The source type of each `message_type`, in the spellings of all its versions. */
const sourceTypeOf: Readonly<Record<string, string>> = {
  ACARS: "acars",
  "VDL-M2": "vdl",
  VDLM2: "vdl",
  HFDL: "hfdl",
  IMSL: "aero-acars",
  "IMS-L": "aero-acars",
  IRDM: "iridium-acars",
};

/** Reads a row. Which decoder program received it is not known: `source` is `acarshub`. Never throws. */
export function readAcarsHubRow(row: Fields): ParseResult {
  const type = headerText(row.message_type) ?? "";
  const sourceType = Object.hasOwn(sourceTypeOf, type) ? sourceTypeOf[type] : undefined;
  if (sourceType === undefined) return rejected("bad-field", "message_type: unknown");
  const draft = draftOf("acarshub", sourceType, "acars");
  draft.stationIdent = headerText(row.station_id);
  draft.stationTimeMs = timeOfSeconds(row.msg_time);
  draft.frequency = frequencyOfMhz(finiteNumberOrNumeral(row.freq));
  draft.level = finiteNumberOrNumeral(row.level);
  draft.error = finiteNumberOrNumeral(row.error);
  draft.mode = headerText(row.mode);
  draft.label = readLabel(row.label);
  draft.blockId = headerText(row.block_id);
  draft.messageNumber = headerText(row.msgno);
  // acarsdec's `false` for NAK is stored as a text.
  draft.ack = row.ack === "false" ? null : readAck(row.ack);
  draft.tail = readTail(row.tail);
  draft.flightNumber = readFlightNumber(row.flight);
  draft.text = row.msg_text === "" ? null : readText(row.msg_text);
  draft.departingAirport = readAirport(row.depa);
  draft.destinationAirport = readAirport(row.dsta);
  draft.times = readOooiTimes(row);
  draft.linkDirection = directionOfBlock(draft.blockId);
  setAddresses(draft, row);
  setPosition(
    draft,
    finiteNumberOrNumeral(row.lat),
    finiteNumberOrNumeral(row.lon),
    finiteNumberOrNumeral(row.alt),
  );
  draft.applications = treeOf(row.libacars);
  return draft.label === null ? ignored("link-frame", draft) : finishBlock(draft);
}

/** Sets the address of the aircraft, and that of the ground station from the other end. */
function setAddresses(draft: MessageDraft, row: Fields): void {
  const aircraft = icaoOf(readHexAddress(row.icao));
  const isUplink = draft.linkDirection === "uplink";
  const ground = hexOfNumber(finiteNumberOrNumeral(isUplink ? row.fromaddr : row.toaddr), 6);
  draft.icao = aircraft;
  draft.fromHex = isUplink ? ground : aircraft;
  draft.toHex = isUplink ? aircraft : ground;
}

/** Reads what the decoder program decoded, which is stored as a JSON text; null if there is none. */
function treeOf(value: unknown): Fields | null {
  if (typeof value !== "string" || !value.startsWith("{")) return null;
  try {
    const tree: unknown = JSON.parse(value);
    return isFields(tree) ? tree : null;
  } catch {
    return null;
  }
}
