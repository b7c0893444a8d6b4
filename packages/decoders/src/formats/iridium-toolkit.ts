/**
 * iridium-toolkit: ACARS over Iridium, in its current layout (`-m acars`), the one made through
 * libacars (`-m libacars`, version 0.0.2), and the flat one of 2022. iridium-sniffer imitates the first.
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
import {
  type DecodedMessage,
  type MessageDraft,
  type ParseResult,
  draftOf,
  rejected,
} from "./decoded-message.ts";
import {
  type Fields,
  fieldsOf,
  finiteNumber,
  finiteNumberOrNumeral,
  headerText,
  isFields,
  readBoolean,
} from "./fields.ts";
import { setLibacarsBlock } from "./members/libacars-block.ts";
import { frequencyOfHz, timeOfIso } from "./members/reception.ts";

export function readIridiumToolkit(object: Fields): ParseResult {
  const isSniffer = fieldsOf(object.app).name === "iridium-sniffer";
  const source = isSniffer ? "iridium-sniffer" : "iridium-toolkit";
  const draft = draftOf(source, "iridium-acars", "acars");
  draft.stationIdent = headerText(fieldsOf(object.source).station_id);
  draft.frequency = frequencyOfHz(object.freq);
  draft.level = finiteNumber(object.level);
  if (!isFields(object.acars)) return finish2022(draft, object);
  if (object.acars.err === true) return rejected("decoder-error", "acars.err");
  return object.acars.blk_id === undefined && object.acars.reg === undefined
    ? finishCurrent(draft, object.acars)
    : finishLibacars(draft, object, object.acars);
}

function finishCurrent(draft: MessageDraft, acars: Fields): ParseResult {
  draft.stationTimeMs = timeOfIso(acars.timestamp);
  draft.linkDirection = directionOfSatellite(acars.link_direction);
  draft.error = countOfErrors(acars.errors);
  setBlock(draft, acars);
  draft.applications = acars;
  return finishBlock(draft);
}

function finishLibacars(draft: MessageDraft, object: Fields, acars: Fields): ParseResult {
  draft.stationTimeMs = timeOfIso(object.timestamp ?? acars.timestamp);
  draft.linkDirection = directionOfSatellite(object.link_direction ?? acars.link_direction);
  draft.error = countOfErrors(object.errors ?? acars.errors);
  setLibacarsBlock(draft, acars);
  return finishBlock(draft);
}

function finish2022(draft: MessageDraft, object: Fields): ParseResult {
  draft.stationTimeMs = timeOfIso(object.timestamp);
  if (object.uplink === true) draft.linkDirection = "downlink";
  if (object.uplink === false) draft.linkDirection = "uplink";
  draft.error = countOfErrors(object.errors);
  setBlock(draft, object);
  return finishBlock(draft);
}

function setBlock(draft: MessageDraft, block: Fields): void {
  draft.mode = headerText(block.mode);
  draft.label = readLabel(block.label);
  draft.blockId = headerText(block.block_id);
  draft.messageNumber = headerText(block.message_number);
  draft.ack = readAck(block.ack);
  draft.tail = readTail(block.tail);
  draft.flightNumber = readFlightNumber(block.flight);
  draft.text = readText(block.text);
  const isLast = readBoolean(block.block_end);
  setAssembly(draft, { more: isLast === null ? readBoolean(block.continues) : !isLast });
}

/** Reads the direction. For the toolkit, an uplink goes up to the satellite, so it is from the aircraft. */
function directionOfSatellite(value: unknown): DecodedMessage["linkDirection"] {
  if (value === "uplink") return "downlink";
  return value === "downlink" ? "uplink" : null;
}

/** Reads a count: now a number; in 2022 text, empty for none. */
function countOfErrors(value: unknown): number | null {
  return value === "" || value === undefined ? 0 : finiteNumberOrNumeral(value);
}
