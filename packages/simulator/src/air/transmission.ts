import type { SimulatedAirframe } from "../world/fleet.ts";
import type { JsonField } from "../json-text.ts";
import type { HfdlGroundStation } from "@jetwire/protocol";
import type { AcarsBlock } from "./acars-block.ts";
import type { SimulatedPosition } from "./position.ts";

export type Band = "acars" | "vdl" | "hfdl" | "aero" | "iridium";

/** One burst on air, whichever stations receive it. */
export interface Transmission {
  readonly id: number;
  /** The transmission whose content this one repeats because no acknowledgement came. */
  readonly retransmissionOf: number | null;
  readonly band: Band;
  /** Unix ms, with a fraction. */
  readonly atMs: number;
  /** 0 where the decoders know none. */
  readonly frequencyHz: number;
  /** Null in what ground stations send to all. */
  readonly airframe: SimulatedAirframe | null;
  readonly airborne: boolean;
  /** The padded flight id that the crew set (`UA0123`); null in broadcasts. */
  readonly flightId: string | null;
  /** Its number among the frames of one burst, which share their time. */
  readonly burstIndex: number;
  /** VDL: 6 hex digits. Inmarsat: 2 hex digits. Else empty. */
  readonly groundAddress: string;
  readonly content: TransmissionContent;
}

export type TransmissionContent = VdlFrame | HfdlPdu;

/** Content of a VDL2 frame; the ACARS block is the content of every other band too. */
export type VdlFrame = AcarsBlock | VdlAtn | VdlXid | VdlGroundInformation | VdlSupervisory;

export type HfdlPdu =
  | HfdlSquitter
  | HfdlSystemTable
  | HfdlPerformance
  | HfdlFrequencyData
  | HfdlLogonConfirm
  | HfdlLogoff
  | HfdlEnvelope;

/** A packet of the aeronautical telecommunication network (ATN), which carries no ACARS. */
export interface VdlAtn {
  readonly kind: "vdl-atn";
  readonly fromAircraft: boolean;
  /** The reference of the transport connection. */
  readonly connection: number;
  readonly sequence: number;
  readonly application: SimulatedAtnApplication;
}

/** An application of the ATN as dumpvdl2 decodes it. */
export interface SimulatedAtnApplication {
  /** Name that a reader of the tree gives to the content. */
  readonly describes: "atn-cpdlc" | "atn-cm";
  /** Member of the `cotp` object: `cpdlc`, or `x225_spdu` when the connection begins. */
  readonly field: JsonField;
  /** Flight and airports (ICAO), in a logon request. */
  readonly logon: {
    readonly flightId: string;
    readonly departure: string;
    readonly destination: string;
  } | null;
}

/** An aircraft hands itself over to another VDL2 ground station, saying where it is. */
export interface VdlXid {
  readonly kind: "vdl-xid";
  readonly destinationAirport: string;
  /** 0.1 degree and 1,000 ft steps; 255,000 ft when the avionics didn't know. */
  readonly position: { latitude: number; longitude: number; altitude: number };
  readonly sequence: number;
}

/** A VDL2 ground station tells all who it is (GSIF). */
export interface VdlGroundInformation {
  readonly kind: "vdl-gsif";
  readonly airport: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A VDL2 link-layer acknowledgement without payload. */
interface VdlSupervisory {
  readonly kind: "vdl-supervisory";
  readonly fromAircraft: boolean;
  readonly sequence: number;
}

/** The HFDL ground station's squitter, every 32 s. */
export interface HfdlSquitter {
  readonly kind: "hfdl-squitter";
  readonly ground: HfdlGroundStation;
  readonly frameIndex: number;
  /** Ground stations and the numbers of their active frequencies, the sender first. */
  readonly active: readonly { ground: HfdlGroundStation; frequencies: readonly number[] }[];
}

/** A part of the system table, which a ground station sends to all; the last one completes it. */
interface HfdlSystemTable {
  readonly kind: "hfdl-system-table";
  readonly link: HfdlLink;
  readonly part: number;
}

export interface HfdlPerformance {
  readonly kind: "hfdl-performance";
  readonly link: HfdlLink;
  /** ICAO style (`UAL819`) or as in ACARS. */
  readonly flightId: string;
  readonly position: SimulatedPosition | null;
  readonly legNumber: number;
}

export interface HfdlFrequencyData {
  readonly kind: "hfdl-frequency-data";
  readonly link: HfdlLink;
  readonly flightId: string;
  readonly position: SimulatedPosition | null;
  /** Ground stations and numbers of frequencies to which the aircraft listens. */
  readonly active: HfdlSquitter["active"];
  /** `frequency-data` goes out by itself, the others log the aircraft on. */
  readonly lpdu: "frequency-data" | "logon-resume" | "logon-request";
}

interface HfdlLogonConfirm {
  readonly kind: "hfdl-logon-confirm";
  readonly link: HfdlLink;
  readonly assignedId: number;
}

interface HfdlLogoff {
  readonly kind: "hfdl-logoff";
  readonly link: HfdlLink;
}

/** An ACARS block inside HFDL. */
interface HfdlEnvelope {
  readonly kind: "hfdl-envelope";
  readonly link: HfdlLink;
  readonly block: AcarsBlock;
}

export interface HfdlLink {
  readonly ground: HfdlGroundStation;
  /** Assigned by the ground station and reused: 0 to 255. */
  readonly aircraftId: number;
  /** True if the decoder received the logon, so that it knows the airframe of the id. */
  readonly addressKnown: boolean;
}

export function isHfdlPdu(content: TransmissionContent): content is HfdlPdu {
  return content.kind.startsWith("hfdl-");
}

export function isVdlFrame(content: TransmissionContent): content is VdlFrame {
  return !isHfdlPdu(content);
}

/** The ACARS block that is sent, if one is. */
export function acarsBlockOf(content: TransmissionContent): AcarsBlock | null {
  if (content.kind === "acars") return content;
  return content.kind === "hfdl-envelope" ? content.block : null;
}
