import { createHmac } from "node:crypto";
import { cleanIdent, type DecodedMessage } from "@jetwire/decoders";

/**
 * Returns the ident of a message's station. Idents are public, so an e-mail address loses its domain,
 * and a station without ident is named by a digest of its address and band. The digest is keyed, so
 * that the address cannot be derived from it.
 */
export function stationIdent(decoded: DecodedMessage, address: string, secret: string): string {
  const typed = cleanIdent(decoded.stationIdent ?? "");
  if (typed !== "") return typed;
  const digest = createHmac("sha256", secret)
    .update(`${address}|${decoded.sourceType}`)
    .digest("hex");
  return `unnamed-${digest.slice(0, 12)}`;
}
