import {
  dumphfdlPerformance,
  dumphfdlLogon,
  dumphfdlAcars,
  jaeroDump,
  jaeroFlat,
  satdumpAcars,
  iridiumCurrent,
  iridiumLibacars,
  iridium2022,
  iridiumSniffer,
} from "./long-range-objects.ts";
import {
  acarsdecDownlink,
  acarsdecUplink,
  acarsdecSquitter,
  vdlm2decDownlink,
  vdlm2decXid,
  dumpvdl2Acars,
  dumpvdl2Xid,
} from "./vhf-objects.ts";

/**
 * One synthetic object of each decoder, in the shape its program gives it. All stations, aircraft,
 * flights and texts are invented. Tests change a copy where they need something else.
 */

export const airframesWrapper = {
  source: { app: "client", host: "h", type: "acars", format: "acarsdec" },
  airframes: { feed: { id: "1" } },
  payload: acarsdecDownlink,
};

/** All of them by name, for tests that hold for every format. */
export const decoderObjects: Readonly<Record<string, object>> = {
  acarsdecDownlink,
  acarsdecUplink,
  acarsdecSquitter,
  vdlm2decDownlink,
  vdlm2decXid,
  dumpvdl2Acars,
  dumpvdl2Xid,
  dumphfdlPerformance,
  dumphfdlLogon,
  dumphfdlAcars,
  jaeroDump,
  jaeroFlat,
  satdumpAcars,
  iridiumCurrent,
  iridiumLibacars,
  iridium2022,
  iridiumSniffer,
  airframesWrapper,
};
