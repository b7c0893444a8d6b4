import { dumphfdlAcars, iridiumCurrent, satdumpAcars } from "./long-range-objects.ts";
import { acarsdecDownlink, dumpvdl2Acars } from "./vhf-objects.ts";

/** Returns a line that was received now, with members that programs between decoder and Jetwire require. */
type MakeLine = (station: string, text: string) => string;

/**
 * Lines of one decoder of each kind of link, by the name that acars_router has for the link: acarsdec, dumpvdl2, dumphfdl,
 * SatDump and iridium-toolkit.
 */
export const linesOfLinks: Readonly<
  Record<"acars" | "vdlm2" | "hfdl" | "imsl" | "irdm", MakeLine>
> = {
  acars: (station, text) =>
    JSON.stringify({
      ...acarsdecDownlink,
      station_id: station,
      timestamp: Date.now() / 1_000,
      assstat: undefined,
      end: undefined,
      text,
    }),
  vdlm2(station, text) {
    const { avlc, ...vdl2 } = dumpvdl2Acars.vdl2;
    const { arinc622: _, ...acars } = { ...avlc.acars, label: "H1", msg_text: text };
    const frame = { ...avlc, cr: "Command", acars };
    return JSON.stringify({
      vdl2: { ...vdl2, burst_len_octets: 90, hdr_bits_fixed: 0, station, t: now(), avlc: frame },
    });
  },
  hfdl(station, text) {
    const { lpdu, ...hfdl } = dumphfdlAcars.hfdl;
    const acars = { ...lpdu.hfnpdu.acars, label: "H1", msg_text: text };
    const hfnpdu = { ...lpdu.hfnpdu, acars };
    return JSON.stringify({
      hfdl: { ...hfdl, bit_rate: 600, slot: "D", station, t: now(), lpdu: { ...lpdu, hfnpdu } },
    });
  },
  imsl: (station, text) =>
    JSON.stringify({
      ...satdumpAcars,
      message: text,
      signal_unit: { ...satdumpAcars.signal_unit, no_of_bytes_in_last_su: 4 },
      source: { ...satdumpAcars.source, station_id: station },
      timestamp: now().sec,
    }),
  irdm: (station, text) =>
    JSON.stringify({
      ...iridiumCurrent,
      source: { ...iridiumCurrent.source, station_id: station },
      acars: {
        ...iridiumCurrent.acars,
        timestamp: `${new Date().toISOString().slice(0, 19)}Z`,
        text,
      },
    }),
};

function now(): { readonly sec: number; readonly usec: number } {
  const ms = Date.now();
  return { sec: Math.floor(ms / 1_000), usec: (ms % 1_000) * 1_000 };
}
