/**
 * JAERO: Inmarsat Aero. `JSONdump`, which its imitators (inmarsat-sniffer, InmarScope, aero-decode)
 * send as well and which is known by its key `isu`, and the older flat JSON with status objects.
 */
import {
  cutDownlinkHead,
  directionOfBlock,
  finishBlock,
  readAck,
  readFlightNumber,
  readLabel,
  readTail,
  readText,
} from "./members/acars-block.ts";
import { icaoOf, readHexAddress } from "./members/address.ts";
import { setJoinedAssembly } from "./members/assembly.ts";
import { earthStation } from "./members/ground-station.ts";
import {
  type MessageDraft,
  type ParseResult,
  draftOf,
  ignored,
  rejected,
} from "./decoded-message.ts";
import { type Fields, fieldsOf, finiteNumber, headerText, isFields } from "./fields.ts";
import { setLibacarsBlock } from "./members/libacars-block.ts";
import { frequencyOfHz, timeOfSecUsec, timeOfSeconds } from "./members/reception.ts";

export function readJaeroDump(object: Fields): ParseResult {
  const isu = fieldsOf(object.isu);
  const draft = jaeroDraft();
  draft.stationIdent = headerText(object.station);
  draft.stationTimeMs = timeOfSecUsec(object.t);
  setDumpAddresses(draft, fieldsOf(isu.src), fieldsOf(isu.dst));
  if (!isFields(isu.acars)) return ignored("link-frame", draft);
  if (isu.acars.err === true) return rejected("decoder-error", "isu.acars.err");
  setLibacarsBlock(draft, isu.acars);
  cutDownlinkHead(draft);
  setJoinedAssembly(draft);
  return finishBlock(draft);
}

function setDumpAddresses(draft: MessageDraft, src: Fields, dst: Fields): void {
  draft.fromHex = readHexAddress(src.addr);
  draft.toHex = readHexAddress(dst.addr);
  if (src.type === "Aircraft Earth Station") {
    draft.linkDirection = "downlink";
    draft.icao = icaoOf(draft.fromHex);
    draft.groundStation = earthStation(draft.toHex);
  } else if (src.type === "Ground Earth Station") {
    draft.linkDirection = "uplink";
    draft.icao = icaoOf(draft.toHex);
    draft.groundStation = earthStation(draft.fromHex);
  }
}

/** Parses the flat JSON. It has neither station nor direction, so the block id gives the direction. */
export function readJaeroFlat(object: Fields): ParseResult {
  const draft = jaeroDraft();
  draft.stationTimeMs = timeOfSeconds(finiteNumber(object.TIME));
  draft.mode = headerText(object.MODE);
  draft.label = readLabel(object.LABEL);
  draft.blockId = headerText(object.BI);
  draft.ack = readAck(object.TAK);
  draft.tail = readTail(object.REG);
  draft.flightNumber = readFlightNumber(object.FLIGHT);
  draft.text = readText(object.MESSAGE);
  draft.linkDirection = directionOfBlock(draft.blockId);
  const aircraft = readHexAddress(object.AESID);
  const ground = readHexAddress(object.GESID);
  draft.icao = icaoOf(aircraft);
  draft.fromHex = draft.linkDirection === "downlink" ? aircraft : ground;
  draft.toHex = draft.linkDirection === "downlink" ? ground : aircraft;
  draft.groundStation = earthStation(ground);
  if (object.NONACARS === true) return ignored("link-frame", draft);
  const info = headerText(object.ARINCPARSER_MESSAGE_INFO);
  if (info !== null) draft.applications = { jaero: { info } };
  cutDownlinkHead(draft);
  setJoinedAssembly(draft);
  return finishBlock(draft);
}

/** Reads the status object that JAERO sends every few seconds. It has no station. */
export function readJaeroStatus(object: Fields): ParseResult {
  const draft = jaeroDraft();
  draft.stationTimeMs = timeOfSeconds(finiteNumber(object.TIME));
  draft.frequency = frequencyOfHz(object.FREQUENCY);
  return ignored("status-object", draft);
}

/** Creates a draft. JAERO sends no level or error count, and a frequency only as its status. */
function jaeroDraft(): MessageDraft {
  const draft = draftOf("jaero", "aero-acars", "acars");
  draft.error = 0;
  return draft;
}
