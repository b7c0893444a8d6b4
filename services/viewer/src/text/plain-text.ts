import { untrustedParts } from "./untrusted-parts.ts";

/** Returns a text from outside for places without markup, such as a canvas: marks in brackets, cut to `charsMax`. */
export function plainText(text: string, charsMax = 24): string {
  const shown = untrustedParts(text, false)
    .map((part) => (part.kind === "text" ? part.text : `[${part.text}]`))
    .join("");
  const chars = Array.from(shown);
  return chars.length <= charsMax ? shown : `${chars.slice(0, charsMax - 1).join("")}…`;
}
