import { readAirport } from "../formats/members/acars-block.ts";
import { readHexAddress } from "../formats/members/address.ts";
import { type Fields, fieldsOf, finiteNumber, headerText } from "../formats/fields.ts";
import { vdlGroundStation } from "../formats/members/ground-station.ts";
import { type GroundSighting, groundPosition, inBand, sighting } from "./ground-sighting.ts";
import { readName } from "./read-name.ts";

const parametersMax = 64;
const airportsMax = 16;
const listedMax = 32;

/**
 * Reads what a frame of dumpvdl2 says about ground stations besides its sender and addressee: an XID
 * of a ground station (GSIF, handoff) has its position, its airports, and frequencies of itself and of
 * others. dumpvdl2 adds airport and place from its database of ground stations.
 */
export function readVdlSightings(vdl2: Fields): GroundSighting[] {
  const avlc = fieldsOf(vdl2.avlc);
  const sides = [avlc.src, avlc.dst].map(fieldsOf);
  const [src = {}] = sides;
  const xid = fieldsOf(avlc.xid);
  const sender = src.type === "Ground station" ? addressOf(src.addr) : null;
  return [
    ...sides.flatMap(readListed),
    ...(sender === null || xid.err === true ? [] : readParameters(xid.vdl_params, sender)),
  ];
}

function addressOf(value: unknown): string | null {
  return vdlGroundStation(readHexAddress(value));
}

/** Reads a side of a frame as the decoder's database has it. */
function readListed(side: Fields): GroundSighting[] {
  const address = addressOf(side.addr);
  if (side.type !== "Ground station" || address === null) return [];
  const airport = readAirport(side.airport_code);
  const name = readName(side.location) ?? readName(side.details);
  if (airport === null && name === null) return [];
  return [sighting("vdl", address, { name, airports: airport === null ? [] : [airport] })];
}

function readParameters(params: unknown, sender: string): GroundSighting[] {
  if (!Array.isArray(params)) return [];
  return params.slice(0, parametersMax).flatMap((param): readonly GroundSighting[] => {
    const { name, value } = fieldsOf(param);
    switch (name) {
      case "gs_location": {
        const { lat, lon } = fieldsOf(value);
        const position = groundPosition(lat, lon);
        return position === null ? [] : [sighting("vdl", sender, position)];
      }
      case "airport_coverage":
      case "nearest_airport_id":
        return [sighting("vdl", sender, { airports: readAirports(value) })];
      case "freq_support_list":
        return readSupportList(value);
      default:
        return [];
    }
  });
}

/** Reads ICAO codes of four letters, which an airport coverage has one after another. */
function readAirports(value: unknown): string[] {
  const text = headerText(value) ?? "";
  const codes = text.slice(0, airportsMax * 4).match(/[A-Z]{4}/g) ?? [];
  return codes.join("") === text ? [...new Set(codes)] : [];
}

/** Reads which ground station serves which frequency. */
function readSupportList(value: unknown): GroundSighting[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, listedMax).flatMap((entry) => {
    const { gs_addr: address, gs_freq: frequency } = fieldsOf(entry);
    const station = addressOf(address);
    const mhz = finiteNumber(fieldsOf(frequency).freq_mhz);
    if (station === null || mhz === null) return [];
    return [sighting("vdl", station, { frequenciesKhz: inBand("vdl", [mhz * 1_000]) })];
  });
}
