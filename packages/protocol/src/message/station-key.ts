/** The shape of a station key; `auth` also checks its checksum. */
export const stationKeyPattern: RegExp = /^jws_[0-9A-Za-z]{22}$/;

/** Matches keys, also those that a program has cut, extended or written in another case. */
const anyKey = /~?jws_[0-9A-Za-z]{0,64}/gi;
const keyAtEnd = /^([^]*?)~(jws_[0-9A-Za-z]{0,64})$/i;

/** Returns a text without station keys and the `~` before them. */
export function withoutStationKeys(text: string): string {
  return text.replace(anyKey, "");
}

/** Splits `ident~key` as a decoder sends it. The key is null if there is none, and may be invalid. */
export function splitStationKey(ident: string): {
  readonly ident: string;
  readonly key: string | null;
} {
  const [, name = ident, key = null] = keyAtEnd.exec(ident) ?? [];
  return { ident: name, key };
}
