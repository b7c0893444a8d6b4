import { hash } from "node:crypto";
import { identCharsMax, splitStationKey, uniformIdent } from "@jetwire/protocol";

/**
 * Returns an ident without its station key, as it is stored and shown; empty if nothing is left. A `~` at the end
 * belongs to a key that is empty.
 */
export function cleanIdent(sent: string): string {
  const { ident } = splitStationKey(sent);
  const printable = withoutTilde(ident.replace(/[\p{C}\s]+/gu, " ").trim());
  const at = printable.indexOf("@");
  if (at < 0) return firstCharacters(uniformIdent(printable), identCharsMax);
  const suffix = `-${hash("sha256", printable, "hex").slice(0, 6)}`;
  return firstCharacters(printable.slice(0, at), identCharsMax - suffix.length) + suffix;
}

/** A loop, because a pattern for the end of a text takes quadratic time. */
function withoutTilde(ident: string): string {
  let end = ident.length;
  while (end > 0 && (ident[end - 1] === "~" || ident[end - 1] === " ")) end--;
  return ident.slice(0, end);
}

/** Counts characters as Postgres does, so that no surrogate pair is cut in half. */
function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join("");
}
