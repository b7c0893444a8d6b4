/** vdlm2dec: VDL2, one flat object per frame, whether or not there is an ACARS block in it. */
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
import { moreByEnd, setAssembly } from "./members/assembly.ts";
import { vdlGroundStation } from "./members/ground-station.ts";
import {
  type MessageDraft,
  type ParseResult,
  decoded,
  draftOf,
  ignored,
} from "./decoded-message.ts";
import { type Fields, finiteNumber, headerText } from "./fields.ts";
import { readOooiTimes } from "./members/oooi.ts";
import { setPosition } from "./members/position.ts";
import { frequencyOfMhz, timeOfSeconds } from "./members/reception.ts";

export function readVdlm2dec(frame: Fields): ParseResult {
  const draft = draftOf("vdlm2dec", "vdl", "acars");
  draft.stationIdent = headerText(frame.station_id);
  draft.stationTimeMs = timeOfSeconds(frame.timestamp);
  draft.frequency = frequencyOfMhz(frame.freq);
  draft.channel = finiteNumber(frame.channel);
  draft.error = 0;
  draft.blockId = headerText(frame.block_id);
  setAddresses(draft, frame);
  draft.flightNumber = readFlightNumber(frame.flight);
  draft.data = readText(frame.data);
  draft.departingAirport = readAirport(frame.depa);
  draft.destinationAirport = readAirport(frame.dsta);
  draft.times = readOooiTimes(frame);
  if (draft.linkDirection === "downlink") draft.onGround = readOnGround(frame.is_onground);
  setPosition(draft, frame.lat, frame.lon, frame.alt);
  return frame.label === undefined ? finishBareFrame(draft) : finishAcars(draft, frame);
}

function finishAcars(draft: MessageDraft, frame: Fields): ParseResult {
  draft.mode = headerText(frame.mode);
  draft.label = readLabel(frame.label);
  draft.messageNumber = headerText(frame.msgno);
  draft.ack = readAck(frame.ack);
  draft.tail = readTail(frame.tail);
  draft.text = readText(frame.text);
  setAssembly(draft, { more: moreByEnd(frame) });
  return finishBlock(draft);
}

/** Accepts a frame with destination or flight as an XID, and one with only a position as a position. */
function finishBareFrame(draft: MessageDraft): ParseResult {
  if (draft.destinationAirport !== null || draft.flightNumber !== null) draft.kind = "xid";
  else if (draft.latitude !== null) draft.kind = "position";
  else return ignored("link-frame", draft);
  return decoded(draft);
}

/** Reads `is_onground`: 0, or 2 on the ground. New versions leave out 0, and relays the member. */
function readOnGround(value: unknown): boolean | null {
  const bit = finiteNumber(value);
  return bit === null ? null : bit !== 0;
}

/**
 * Sets the addresses. `hex` or `icao` is the aircraft in both directions. `fromaddr` is present only
 * if a ground station is the sender; acars_router drops it, so the block id is used as well.
 */
function setAddresses(draft: MessageDraft, frame: Fields): void {
  const aircraft = readHexAddress(frame.hex) ?? hexOfNumber(frame.icao, 6);
  const isUplink = frame.fromaddr !== undefined || directionOfBlock(draft.blockId) === "uplink";
  draft.icao = icaoOf(aircraft);
  if (isUplink) {
    draft.linkDirection = "uplink";
    draft.fromHex = hexOfNumber(frame.fromaddr, 6);
    draft.toHex = aircraft;
  } else {
    draft.linkDirection = frame.toaddr === undefined ? null : "downlink";
    draft.fromHex = aircraft;
    draft.toHex = hexOfNumber(frame.toaddr, 6);
  }
  draft.groundStation = vdlGroundStation(isUplink ? draft.fromHex : draft.toHex);
}
