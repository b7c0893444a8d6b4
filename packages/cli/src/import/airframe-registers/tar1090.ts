import type { Register } from "./register.ts";

/** `004002;Z-WPA;B732;00;BOEING 737-200;1982;AIR ZIMBABWE;` */
const firstRow = /^[0-9A-Fa-f]{6};[^;]{0,12};[^;]{0,4};[01]{0,32};[^;]*;[^;]*;/;

/**
 * Recognises `aircraft.csv` of tar1090-db: address, tail, type, flags, description, year, owner or operator,
 * without a header or quotes. The first flag is "military".
 */
export function tar1090Register(firstLine: string): Register | null {
  if (!firstRow.test(firstLine)) return null;
  return {
    name: "tar1090-db",
    dialect: { delimiter: ";", quote: null },
    hasHeader: false,
    cells: ([icao = "", tail = "", type = "", flags = "", model = "", , owner = ""]) => ({
      icao,
      tail,
      type,
      model,
      owner,
      military: flags === "" ? null : flags.startsWith("1"),
    }),
  };
}
