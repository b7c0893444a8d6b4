/** acarsdec, 3.x (TLeconte) and 4.x (f00b4r0), straight or through acars_router: VHF ACARS. */
import {
  finishBlock,
  readAck,
  readAirport,
  readFlightNumber,
  readLabel,
  readTail,
  readText,
} from "./members/acars-block.ts";
import { moreByEnd, setAssembly } from "./members/assembly.ts";
import { type ParseResult, draftOf } from "./decoded-message.ts";
import { type Fields, finiteNumber, headerText, isFields } from "./fields.ts";
import { readOooiTimes } from "./members/oooi.ts";
import { frequencyOfMhz, timeOfSeconds } from "./members/reception.ts";
import { readSignal } from "./members/signal.ts";

export function readAcarsdec(block: Fields): ParseResult {
  const draft = draftOf("acarsdec", "acars", "acars");
  draft.stationIdent = headerText(block.station_id);
  draft.stationTimeMs = timeOfSeconds(block.timestamp);
  draft.frequency = frequencyOfMhz(block.freq);
  draft.channel = finiteNumber(block.channel);
  draft.level = finiteNumber(block.level);
  draft.signal = readSignal({ level: draft.level, noise: block.noise });
  draft.error = finiteNumber(block.error);
  draft.mode = headerText(block.mode);
  draft.label = readLabel(block.label);
  draft.blockId = headerText(block.block_id);
  draft.messageNumber = headerText(block.msgno);
  draft.ack = readAck(block.ack);
  draft.tail = readTail(block.tail);
  draft.flightNumber = readFlightNumber(block.flight);
  draft.text = readText(block.text);
  draft.departingAirport = readAirport(block.depa);
  draft.destinationAirport = readAirport(block.dsta);
  draft.times = readOooiTimes(block);
  draft.sublabel = headerText(block.sublabel);
  draft.mfi = headerText(block.mfi);
  setAssembly(draft, { status: block.assstat, more: moreByEnd(block) });
  if (isFields(block.libacars)) draft.applications = block.libacars;
  return finishBlock(draft);
}
