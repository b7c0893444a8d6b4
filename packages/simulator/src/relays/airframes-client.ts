import type { DecoderOutput } from "../decoders/decoder-output.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { SimulatedStation } from "../stations.ts";

/** The decoder's object in the envelope `af.json.v1` of airframes-client. */
export function throughAirframesClient(
  output: DecoderOutput,
  station: SimulatedStation,
): DecoderOutput {
  const source = jsonObject([
    ["app", quoted("airframes-client")],
    ["host", quoted(`${station.airport.icao.toLowerCase()}-sim`)],
    ["type", quoted(station.band)],
    ["format", quoted(station.decoder.replace(/-.*/, ""))],
  ]);
  const json = jsonObject([
    ["source", source],
    ["airframes", `{"feed":{"id":${9_000_000 + station.number}}}`],
    ["payload", output.json],
  ]);
  return { json, end: "\n", encoding: output.encoding, expected: output.expected };
}
