import type { SimulatedPosition } from "./position.ts";

export type BlockDirection = "uplink" | "downlink";

/** One ACARS block as it goes on air, its fields apart. */
export interface AcarsBlock {
  readonly kind: "acars";
  readonly direction: BlockDirection;
  readonly mode: string;
  /** Registration as painted, without padding dots; empty in a squitter. */
  readonly tail: string;
  /** The block id acknowledged; null for NAK, the usual state. */
  readonly ack: string | null;
  /** Two characters; `_d` stands for `_` and DEL. */
  readonly label: string;
  /** A digit in downlinks, a letter in uplinks, null in squitters. */
  readonly blockId: string | null;
  /** Four characters, downlinks only. */
  readonly messageNumber: string | null;
  /** Six characters, airline and padded number; downlinks only. */
  readonly flightId: string | null;
  /** An avionics sub-address (`M1`, `DF`, `MD`), which stands in front of the text on air. */
  readonly sublabel: string | null;
  readonly mfi: string | null;
  /** This block's own text, without the sublabel's prefix. */
  readonly text: string;
  /** Null when the message fits one block. */
  readonly fragment: BlockFragment | null;
  readonly application: Application | null;
  readonly movement: Movement | null;
}

/** Position of one block in a message of several. */
interface BlockFragment {
  readonly index: number;
  readonly count: number;
  /** The texts of all blocks joined, without prefixes. */
  readonly wholeText: string;
  /** Fragments that each station (by its number) has received so far; filled in as they are received. */
  readonly receivedBy: Map<number, Set<number>>;
}

/** Output of libacars for the text, printed by the decoders that have it built in. */
export interface Application {
  /** libacars' name: `arinc622`, `media-adv` or `miam`. */
  readonly name: string;
  /** Name that a reader of the tree gives to the content. */
  readonly describes: "adsc" | "cpdlc" | "media-advisory" | "miam";
  /** Its tree as JSON, in libacars' order and number format. */
  readonly json: string;
  /** Position in the report, if it has one. */
  readonly position: SimulatedPosition | null;
}

/** Members that acarsdec and vdlm2dec read from an OOOI text; times are HHMM. */
export interface Movement {
  readonly departure: string;
  readonly destination: string;
  readonly event: "gtout" | "wloff" | "wlin" | "gtin";
  readonly time: string;
}

/** The text with the sublabel's prefix, as the decoders that leave it alone print it. */
export function textOnAir(block: AcarsBlock, text: string = block.text): string {
  if (block.sublabel === null) return text;
  const prefix = block.direction === "downlink" ? `#${block.sublabel}B` : `- #${block.sublabel}`;
  return block.mfi === null ? prefix + text : `${prefix}/${block.mfi} ${text}`;
}

/** True unless another block of the same message follows. */
export function isLastBlock(block: AcarsBlock): boolean {
  return block.fragment === null || block.fragment.index === block.fragment.count - 1;
}
