import { en } from "./en.ts";

const charsMax = 24;

/** An ident of a station for lists: a long one loses its middle, one without a name is marked. */
export function shortIdent(ident: string): string {
  const unnamed = /^unnamed-([0-9a-f]{4})[0-9a-f]*$/.exec(ident)?.[1];
  if (unnamed !== undefined) return en.list.unnamed(unnamed);
  if (ident.length <= charsMax) return ident;
  const half = (charsMax - 2) / 2;
  return `${ident.slice(0, half)} … ${ident.slice(-half)}`;
}
