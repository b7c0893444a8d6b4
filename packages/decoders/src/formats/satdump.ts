/** SatDump's Inmarsat plugin, straight or through a reformatter that adds frequency, level and flight. */
import {
  characterOfCode,
  cutDownlinkHead,
  directionOfBlock,
  finishBlock,
  readAck,
  readFlightNumber,
  readLabel,
  readTail,
  readText,
} from "./members/acars-block.ts";
import { hexOfNumber, icaoOf } from "./members/address.ts";
import { setIncompleteAssembly } from "./members/assembly.ts";
import { earthStation } from "./members/ground-station.ts";
import { type MessageDraft, type ParseResult, draftOf, ignored } from "./decoded-message.ts";
import {
  type Fields,
  fieldsOf,
  finiteNumberOrNumeral,
  headerText,
  isFields,
  readBoolean,
} from "./fields.ts";
import { frequencyOfMhz, timeOfSeconds } from "./members/reception.ts";

export function readSatdump(object: Fields): ParseResult {
  const draft = draftOf("satdump", "aero-acars", "acars");
  draft.stationIdent = headerText(fieldsOf(object.source).station_id);
  draft.stationTimeMs = timeOfSeconds(object.timestamp);
  draft.frequency = frequencyOfMhz(finiteNumberOrNumeral(object.freq));
  draft.level = finiteNumberOrNumeral(object.level);
  draft.error = 0;
  if (object.msg_name !== "ACARS") return ignored("status-object", draft);
  draft.mode = headerText(characterOfCode(object.mode));
  draft.label = readLabel(withDel(object.label));
  draft.blockId = headerText(characterOfCode(object.bi));
  draft.ack = readAck(characterOfCode(object.tak));
  draft.tail = readTail(object.plane_reg);
  draft.flightNumber = readFlightNumber(object.flight);
  draft.text = readText(withDel(object.message));
  // Almost everything received on the L band is from the ground.
  draft.linkDirection = directionOfBlock(draft.blockId) ?? "uplink";
  setAddresses(draft, fieldsOf(object.signal_unit));
  cutDownlinkHead(draft);
  setIncompleteAssembly(draft, readBoolean(object.more_to_come));
  if (isFields(object.libacars)) draft.applications = object.libacars;
  return finishBlock(draft);
}

function setAddresses(draft: MessageDraft, signalUnit: Fields): void {
  const aircraft = hexOfNumber(signalUnit.aes_id, 6);
  const ground = hexOfNumber(signalUnit.ges_id, 2);
  draft.icao = icaoOf(aircraft);
  draft.fromHex = draft.linkDirection === "downlink" ? aircraft : ground;
  draft.toHex = draft.linkDirection === "downlink" ? ground : aircraft;
  draft.groundStation = earthStation(ground);
}

/** Restores U+007F, which SatDump writes as `<DEL>`. */
function withDel(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("<DEL>", "\u007f") : value;
}
