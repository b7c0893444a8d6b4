/** dumphfdl: HFDL, one nested object per SPDU or LPDU. */
import { finishBlock, readFlightNumber } from "./members/acars-block.ts";
import { icaoOf, readHexAddress } from "./members/address.ts";
import { hfdlGroundStation } from "./members/ground-station.ts";
import {
  type MessageDraft,
  type ParseResult,
  decoded,
  draftOf,
  ignored,
  rejected,
} from "./decoded-message.ts";
import { type Fields, fieldsOf, finiteNumber, headerText, isFields } from "./fields.ts";
import { setLibacarsBlock } from "./members/libacars-block.ts";
import { setPosition } from "./members/position.ts";
import { frequencyOfHz, timeOfSecUsec } from "./members/reception.ts";
import { readSignal } from "./members/signal.ts";

export function readDumphfdl(hfdl: unknown): ParseResult {
  if (!isFields(hfdl)) return rejected("bad-field", "hfdl: not an object");
  const draft = draftOf("dumphfdl", "hfdl", "acars");
  draft.stationIdent = headerText(hfdl.station);
  draft.stationTimeMs = timeOfSecUsec(hfdl.t);
  draft.frequency = frequencyOfHz(hfdl.freq);
  draft.level = finiteNumber(hfdl.sig_level);
  draft.signal = readSignal({
    level: draft.level,
    noise: hfdl.noise_level,
    skewHz: hfdl.freq_skew,
    bitRate: hfdl.bit_rate,
    slot: hfdl.slot,
  });
  draft.error = 0;
  setAddresses(draft, fieldsOf(hfdl.spdu ?? hfdl.mpdu ?? hfdl.lpdu));
  if (hfdl.spdu !== undefined) return ignored("ground-squitter", draft);
  if (hfdl.mpdu !== undefined) return ignored("duplicate-container", draft);
  return finishLpdu(draft, fieldsOf(hfdl.lpdu));
}

function finishLpdu(draft: MessageDraft, lpdu: Fields): ParseResult {
  if (lpdu.err === true) return rejected("decoder-error", "hfdl.lpdu.err");
  if (!isFields(lpdu.hfnpdu)) return ignored("link-frame", draft);
  if (lpdu.hfnpdu.err === true) return rejected("decoder-error", "hfdl.lpdu.hfnpdu.err");
  draft.flightNumber = readFlightNumber(lpdu.hfnpdu.flight_id);
  return isFields(lpdu.hfnpdu.acars)
    ? finishAcars(draft, lpdu.hfnpdu.acars)
    : finishReport(draft, lpdu.hfnpdu);
}

function finishAcars(draft: MessageDraft, acars: Fields): ParseResult {
  if (acars.err === true) return rejected("decoder-error", "hfdl.lpdu.hfnpdu.acars.err");
  const flightOfFrame = draft.flightNumber;
  setLibacarsBlock(draft, acars);
  draft.flightNumber ??= flightOfFrame;
  return finishBlock(draft);
}

/**
 * Accepts performance data, and the frequency data of a logon, if they contain a position or a
 * flight. The confirmation of a logon contains neither.
 */
function finishReport(draft: MessageDraft, hfnpdu: Fields): ParseResult {
  const name = fieldsOf(hfnpdu.type).name;
  if (name === "Performance data") draft.kind = "performance";
  else if (name === "Frequency data") draft.kind = "frequency";
  else return ignored("link-frame", draft);
  const pos = fieldsOf(hfnpdu.pos);
  setPosition(draft, pos.lat, pos.lon, null);
  const isWorthIt = draft.latitude !== null || draft.flightNumber !== null;
  return isWorthIt ? decoded(draft) : ignored("link-frame", draft);
}

/**
 * Sets the addresses. The ICAO address is in the logon or, once dumphfdl knows it, in the side that is
 * the aircraft. The short `id` is assigned by each ground station and identifies no aircraft.
 */
function setAddresses(draft: MessageDraft, frame: Fields): void {
  const src = fieldsOf(frame.src);
  const dst = fieldsOf(frame.dst);
  const aircraft = addressIn(frame) ?? addressIn(src) ?? addressIn(dst);
  draft.icao = icaoOf(aircraft);
  if (src.type === "Aircraft") {
    draft.linkDirection = "downlink";
    draft.fromHex = aircraft;
    draft.aircraftId = aircraftIdOf(src.id);
    draft.groundStation = hfdlGroundStation(dst.id);
  } else if (src.type === "Ground station") {
    draft.linkDirection = "uplink";
    draft.toHex = aircraft;
    draft.aircraftId = aircraftIdOf(dst.id);
    draft.groundStation = hfdlGroundStation(src.id);
  }
}

/** Returns the number of an aircraft that is logged on: 0 addresses all, 255 is one without a number. */
export function aircraftIdOf(id: unknown): number | null {
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id < 255 ? id : null;
}

function addressIn(side: Fields): string | null {
  return side.ac_info === undefined ? null : readHexAddress(fieldsOf(side.ac_info).icao);
}
