/** The highest number of a ground station of HFDL: seven bits. */
const hfdlNumberMax = 127;

/** Reads the number of an HFDL ground station; null for 0 and anything that is no such number. */
export function hfdlGroundStation(id: unknown): string | null {
  if (typeof id !== "number" || !Number.isInteger(id)) return null;
  return id > 0 && id <= hfdlNumberMax ? String(id) : null;
}

/**
 * Returns the address if it can be that of one VDL2 ground station. Those that end in ones address all
 * stations of a network or of the world.
 */
export function vdlGroundStation(address: string | null): string | null {
  if (address === null || address.length !== 6) return null;
  return address === "000000" || address.endsWith("FFFF") ? null : address;
}

/** Returns the number of a ground earth station of Inmarsat if it is one, two hex digits. */
export function earthStation(number: string | null): string | null {
  return number !== null && number.length === 2 && number !== "00" ? number : null;
}
