/** The route output of acarsdec and vdlm2dec: which flight flies from where to where. */
import { readAirport, readFlightNumber } from "./members/acars-block.ts";
import { icaoOf, readHexAddress } from "./members/address.ts";
import { type ParseResult, draftOf, ignored } from "./decoded-message.ts";
import { type Fields, headerText } from "./fields.ts";
import { timeOfSeconds } from "./members/reception.ts";

/** @param isVdl whether the line is from vdlm2dec, which adds the address of the aircraft in hex */
export function readRouteLine(line: Fields, isVdl: boolean): ParseResult {
  const draft = isVdl
    ? draftOf("vdlm2dec", "vdl", "route-line")
    : draftOf("acarsdec", "acars", "route-line");
  draft.stationIdent = headerText(line.station_id);
  draft.stationTimeMs = timeOfSeconds(line.timestamp);
  draft.fromHex = readHexAddress(line.icao);
  draft.icao = icaoOf(draft.fromHex);
  draft.flightNumber = readFlightNumber(line.flight);
  draft.departingAirport = readAirport(line.depa);
  draft.destinationAirport = readAirport(line.dsta);
  return ignored("route-line", draft);
}
