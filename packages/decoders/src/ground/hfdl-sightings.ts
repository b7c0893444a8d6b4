import { hfdlGroundStations, hfdlSystemTableVersion } from "@jetwire/protocol";
import { type Fields, fieldsOf, finiteNumber, isFields } from "../formats/fields.ts";
import { hfdlGroundStation } from "../formats/members/ground-station.ts";
import { type GroundSighting, groundPosition, inBand, sighting } from "./ground-sighting.ts";
import { readName } from "./read-name.ts";

/** A squitter names three ground stations, a system table about twenty. */
const stationsMax = 64;
/** A squitter has 20 bits for the frequencies of a ground station. */
const frequenciesMax = 20;

/** Frequencies of the known system table by the number of the ground station, in the order of their numbers. */
const frequenciesByStation: ReadonlyMap<string, readonly number[]> = new Map(
  hfdlGroundStations.map(({ id, frequenciesKhz }) => [String(id), frequenciesKhz]),
);

/**
 * Reads what a frame of dumphfdl says about ground stations besides its sender and addressee: a squitter
 * (SPDU) has the active frequencies of three ground stations, in turn of all. dumphfdl prints the whole
 * system table, with positions, when it has received all parts of a new one.
 */
export function readHfdlSightings(hfdl: Fields): GroundSighting[] {
  const spdu = fieldsOf(hfdl.spdu);
  const lpdu = fieldsOf(hfdl.lpdu);
  const frame = hfdl.spdu === undefined ? lpdu : spdu;
  if (frame.err === true) return [];
  return [
    ...[frame.src, frame.dst].flatMap(readNamed),
    ...readSquitter(spdu),
    ...readSystemTable(fieldsOf(fieldsOf(lpdu.hfnpdu).systable_complete)),
  ];
}

/** Reads a side of a frame that is a ground station; its name is that of the decoder's system table. */
function readNamed(side: unknown): GroundSighting[] {
  const { type, id, name } = fieldsOf(side);
  const address = hfdlGroundStation(id);
  if (type !== "Ground station" || address === null) return [];
  return [sighting("hfdl", address, { name: readName(name) })];
}

function readSquitter(spdu: Fields): GroundSighting[] {
  if (!Array.isArray(spdu.gs_status)) return [];
  const version = finiteNumber(spdu.systable_version);
  return spdu.gs_status.slice(0, stationsMax).flatMap((entry) => {
    const { gs, utc_sync: utcSync, freqs } = fieldsOf(entry);
    const address = hfdlGroundStation(fieldsOf(gs).id);
    if (address === null) return [];
    return [
      sighting("hfdl", address, {
        name: readName(fieldsOf(gs).name),
        frequenciesKhz: inBand("hfdl", readFrequencies(freqs, address, version)),
        isAnnounced: true,
        utcSync: typeof utcSync === "boolean" ? utcSync : null,
      }),
    ];
  });
}

/**
 * Reads kHz. A decoder without a system table prints only numbers of frequencies, which are known if the
 * squitter has the version of the table that we have.
 */
function readFrequencies(freqs: unknown, address: string, version: number | null) {
  if (!Array.isArray(freqs)) return [];
  const known = version === hfdlSystemTableVersion ? frequenciesByStation.get(address) : undefined;
  return freqs.slice(0, frequenciesMax).map((entry) => {
    const { id, freq } = fieldsOf(entry);
    return finiteNumber(freq) ?? (typeof id === "number" ? (known?.[id] ?? null) : null);
  });
}

function readSystemTable(table: Fields): GroundSighting[] {
  if (table.err === true || !Array.isArray(table.ground_stations)) return [];
  return table.ground_stations.slice(0, stationsMax).flatMap((entry) => {
    if (!isFields(entry)) return [];
    const address = hfdlGroundStation(entry.id);
    const { lat, lon } = fieldsOf(entry.location);
    const position = groundPosition(lat, lon);
    if (address === null || position === null) return [];
    return [sighting("hfdl", address, position)];
  });
}
