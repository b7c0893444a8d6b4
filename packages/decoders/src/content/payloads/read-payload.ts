/** Reads what a decoder program with libacars would have decoded from the text of a message. */
import type { DecodedMessage } from "../../formats/decoded-message.ts";
import type { Fields } from "../../formats/fields.ts";
import type { Findings } from "../findings.ts";
import { readTree } from "../trees/read-tree.ts";
import { arinc622Tree } from "./arinc622.ts";
import type { PayloadDirection } from "./direction.ts";
import { mediaAdvisoryTree } from "./media-advisory.ts";
import { miamTree } from "./miam/frames.ts";

/** The name of this reader in `decoded`. */
const reader = "jetwire";

/** Longer texts are not read: 16 blocks of a message have 3,520 characters. */
const textCharsMax = 16_384;

type PayloadMessage = Pick<DecodedMessage, "label" | "text" | "headChars" | "linkDirection">;

/**
 * Reads the text as libacars does, into the same tree. It never throws.
 *
 * @returns the tree by the names of applications; null if the text has no known one
 */
export function payloadTree(message: PayloadMessage): Fields | null {
  const { label, text } = message;
  if (label === null || text === null || text.length > textCharsMax) return null;
  switch (label) {
    case "A6":
    case "AA":
      return arinc622Of(text, message.linkDirection ?? "uplink");
    case "B6":
    case "BA":
      return arinc622Of(text, message.linkDirection ?? "downlink");
    case "H1":
      return ofSubsystem(message, text);
    case "MA":
      return named("miam", miamTree(text));
    case "SA":
      return named("media-adv", mediaAdvisoryTree(text));
    default:
      return null;
  }
}

/** Sublabel and MFI, which a text that was joined from blocks may still have. */
const headPattern = /^(?:- #[^]{2}|#[^]{2}B)(?:\/[^]{2} )?/;

function ofSubsystem({ linkDirection, headChars }: PayloadMessage, text: string): Fields | null {
  const head = headPattern.exec(text)?.[0] ?? "";
  const direction = linkDirection ?? directionOfHead(head);
  const body = text.slice(Math.max(headChars, head.length));
  return (direction && arinc622Of(body, direction)) ?? named("miam", miamTree(body));
}

function directionOfHead(head: string): PayloadDirection | null {
  if (head === "") return null;
  return head.startsWith("-") ? "uplink" : "downlink";
}

function arinc622Of(text: string, direction: PayloadDirection): Fields | null {
  return named("arinc622", arinc622Tree(text, direction));
}

function named(application: string, tree: Fields | null): Fields | null {
  return tree && { [application]: tree };
}

/**
 * Reads what a text of a binary or structured format says, in the words of the same content in a decoder's
 * tree.
 *
 * @param timeMs the time of the message, Unix ms
 */
export function readPayload(message: PayloadMessage, timeMs: number): Findings | null {
  const applications = payloadTree(message);
  const found = applications && readTree({ applications }, timeMs);
  return found && { ...found, decoded: { ...found.decoded, by: "text", decoder: reader } };
}
