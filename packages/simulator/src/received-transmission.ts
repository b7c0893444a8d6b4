import type { AcarsBlock } from "./air/acars-block.ts";
import { isLastBlock } from "./air/acars-block.ts";
import type { Transmission } from "./air/transmission.ts";
import type { SimulatedStation } from "./stations.ts";

/** Status that libacars reports for a block of a message. */
export type Reassembly = "skipped" | "in progress" | "complete" | "out of sequence" | "duplicate";

/** A transmission as one station's receiver sees it. */
export interface ReceivedTransmission {
  readonly station: SimulatedStation;
  readonly transmission: Transmission;
  /** The station's clock, Unix ms with a fraction. */
  readonly stampMs: number;
  /** dB. */
  readonly level: number;
  readonly noise: number;
  /** Corrected errors: bits, parities or octets, as the decoder counts. */
  readonly errors: number;
  readonly frequencyHz: number;
  readonly reassembly: Reassembly;
}

/** Returns the reassembly status of the block at this station, which keeps its fragments. */
export function reassemble(
  block: AcarsBlock,
  station: SimulatedStation,
  isRetransmission: boolean,
): Reassembly {
  const { fragment } = block;
  if (fragment === null) return "skipped";
  const received = fragment.receivedBy.get(station.number) ?? new Set<number>();
  fragment.receivedBy.set(station.number, received);
  const inOrder = received.size === fragment.index;
  received.add(fragment.index);
  if (isRetransmission || !inOrder) return "out of sequence";
  return isLastBlock(block) ? "complete" : "in progress";
}

/** Returns the text that a decoder which joins fragments prints with this block. */
export function joinedText(block: AcarsBlock, reassembly: Reassembly): string {
  return block.fragment !== null && reassembly === "complete"
    ? block.fragment.wholeText
    : block.text;
}
