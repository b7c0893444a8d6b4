import type { Band } from "./air/transmission.ts";

/** A decoder program, by the form of its output where a program has had several. */
export type Decoder =
  | "acarsdec-2018"
  | "acarsdec-3"
  | "acarsdec-4"
  | "vdlm2dec"
  | "dumpvdl2"
  | "dumphfdl"
  | "jaero-jsondump"
  | "jaero-json"
  | "satdump"
  | "iridium-toolkit"
  | "iridium-toolkit-2022"
  | "iridium-sniffer";

/** The relay between the decoder and ingest. */
type Relay = "none" | "acars_router" | "airframes-client" | "direct-and-acars_router";

export type Transport = "udp" | "tcp" | "http";

/** Set-up of a station. */
export interface StationSetup {
  readonly decoder: Decoder;
  readonly band: Band;
  readonly relay: Relay;
  /** Transport of its lines if there is a target for it. */
  readonly transport: Transport;
  /** False when no station ident is configured, or the output format has no member for one. */
  readonly sendsIdent: boolean;
}

/**
 * The set-ups of a network, used in turn: the decoders that most stations run come first and come
 * often, and 24 stations have one of each. Transports are what each program can do by itself;
 * acars_router sends VDL2 and HFDL on by TCP, and the wrapper's stations post.
 */
export const stationSetups: readonly StationSetup[] = [
  setup("dumpvdl2", "vdl", "none", "udp"),
  setup("acarsdec-4", "acars", "none", "udp"),
  setup("dumpvdl2", "vdl", "none", "udp"),
  setup("acarsdec-3", "acars", "none", "udp"),
  setup("vdlm2dec", "vdl", "none", "udp"),
  setup("dumphfdl", "hfdl", "none", "tcp"),

  setup("acarsdec-4", "acars", "acars_router", "udp"),
  setup("dumpvdl2", "vdl", "acars_router", "tcp"),
  setup("jaero-jsondump", "aero", "none", "udp"),
  setup("satdump", "aero", "none", "udp"),
  setup("iridium-toolkit", "iridium", "none", "tcp"),
  setup("dumpvdl2", "vdl", "airframes-client", "http"),

  setup("acarsdec-2018", "acars", "none", "udp"),
  setup("dumphfdl", "hfdl", "acars_router", "tcp"),
  { ...setup("jaero-json", "aero", "none", "udp"), sendsIdent: false },
  setup("iridium-sniffer", "iridium", "none", "tcp"),
  setup("acarsdec-4", "acars", "none", "udp"),
  setup("dumpvdl2", "vdl", "direct-and-acars_router", "udp"),

  setup("iridium-toolkit-2022", "iridium", "none", "tcp"),
  setup("vdlm2dec", "vdl", "acars_router", "tcp"),
  { ...setup("dumphfdl", "hfdl", "none", "tcp"), sendsIdent: false },
  setup("dumpvdl2", "vdl", "none", "udp"),
  setup("acarsdec-4", "acars", "airframes-client", "http"),
  { ...setup("acarsdec-3", "acars", "none", "udp"), sendsIdent: false },
];

function setup(decoder: Decoder, band: Band, relay: Relay, transport: Transport): StationSetup {
  return { decoder, band, relay, transport, sendsIdent: true };
}
