import { foreignParts } from "./foreign-parts.ts";

const charsMax = 24;

/** Returns a text from outside for a canvas, which has no markup: marks in brackets, at most 24 characters. */
export function plainText(text: string): string {
  const shown = foreignParts(text, false)
    .map((part) => (part.kind === "text" ? part.text : `[${part.text}]`))
    .join("");
  const chars = Array.from(shown);
  return chars.length <= charsMax ? shown : `${chars.slice(0, charsMax - 1).join("")}…`;
}
