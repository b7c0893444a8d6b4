/** The one- and two-character fields of an ACARS block, as the programs spell them. */
import { headerText } from "./fields.ts";
import type { DecodedMessage } from "./decoded-message.ts";

/** The label; `_` + DEL, the empty acknowledgement, is written `_d` by most and so by us. */
export function readLabel(value: unknown): string | null {
  const label = headerText(value);
  return label === "_\u007f" || label === "_" ? "_d" : label;
}

export const groundSquitterLabel = "SQ";

/**
 * The block id acknowledged. Null for NAK, which is `false` in acarsdec, `!` in vdlm2dec and
 * libacars, the control character itself in old iridium-toolkit, and a blank in InmarScope.
 */
export function readAck(value: unknown): string | null {
  const ack = headerText(value);
  return ack === "!" || ack === "\u0015" ? null : ack;
}

/** A field that SatDump gives as the number of its character. */
export function characterOfCode(value: unknown): unknown {
  const isCode = typeof value === "number" && Number.isInteger(value) && value > 0 && value < 0x80;
  return isCode ? String.fromCharCode(value) : value;
}

/** Digits number what aircraft send, letters what ground stations send. The mode tells nothing. */
export function directionOfBlock(blockId: string | null): DecodedMessage["linkDirection"] {
  if (blockId === null) return null;
  const code = blockId.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 ? "downlink" : "uplink";
}
