import type { AcarsBlock, BlockDirection } from "./air/acars-block.ts";
import type { ReceivedTransmission } from "./received-transmission.ts";

/** The message that a reader should find in a decoder's output; null where that output has no value. */
export interface ExpectedMessage {
  readonly source: string;
  readonly sourceType: string;
  readonly kind: "acars" | "atn" | "xid" | "performance" | "frequency" | "logon";
  readonly stationIdent: string | null;
  /** Unix ms; exact to what the output carries. */
  readonly receivedAtMs: number;
  readonly linkDirection: BlockDirection;
  readonly fromHex: string | null;
  readonly toHex: string | null;
  readonly icao: string | null;
  /** MHz, to the nearest kHz. */
  readonly frequency: number | null;
  readonly channel: number | null;
  readonly level: number | null;
  readonly error: number;
  readonly mode: string | null;
  readonly label: string | null;
  readonly blockId: string | null;
  readonly messageNumber: string | null;
  readonly ack: string | null;
  readonly tail: string | null;
  readonly flightNumber: string | null;
  readonly text: string | null;
  readonly departingAirport: string | null;
  readonly destinationAirport: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  /** Name of the content that the decoder decoded; null if it decoded nothing. */
  readonly application: string | null;
}

const unknownMembers = {
  fromHex: null,
  toHex: null,
  icao: null,
  frequency: null,
  channel: null,
  level: null,
  error: 0,
  mode: null,
  label: null,
  blockId: null,
  messageNumber: null,
  ack: null,
  tail: null,
  flightNumber: null,
  text: null,
  departingAirport: null,
  destinationAirport: null,
  latitude: null,
  longitude: null,
  altitude: null,
  application: null,
} as const;

/** Members that every message has, and those that a decoder's output adds. */
export type KnownMembers = Partial<ExpectedMessage> &
  Pick<ExpectedMessage, "source" | "sourceType" | "kind" | "linkDirection">;

export function expectMessage(
  received: ReceivedTransmission,
  known: KnownMembers,
): ExpectedMessage {
  return {
    ...unknownMembers,
    stationIdent: received.station.sendsIdent ? received.station.ident : null,
    receivedAtMs: received.stampMs,
    ...known,
    frequency: typeof known.frequency === "number" ? toKilohertz(known.frequency) : null,
  };
}

/** Rounds to kHz, because receivers are off by some Hz. */
function toKilohertz(megahertz: number): number {
  return Math.round(megahertz * 1_000) / 1_000;
}

/** Returns the ACARS header and text; decoders that cut or join texts override the text. */
export function membersOfBlock(block: AcarsBlock): Omit<KnownMembers, "source" | "sourceType"> {
  return {
    kind: "acars",
    linkDirection: block.direction,
    mode: block.mode,
    label: block.label,
    blockId: block.blockId,
    messageNumber: block.messageNumber,
    ack: block.ack,
    tail: block.tail,
    flightNumber: block.flightId,
    text: block.text,
  };
}

/** Returns what the decoder decoded: the name of the application in the text, and the position that it reports. */
export function decodedMembers({ application }: AcarsBlock): Partial<ExpectedMessage> {
  return { application: application?.describes ?? null, ...application?.position };
}
