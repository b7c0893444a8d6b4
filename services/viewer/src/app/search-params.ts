/** The query of an address: names and texts, as they stand in it. */
export type AddressQuery = Readonly<Record<string, string>>;

/** Reads the query of an address. Of a repeated name the last value counts. */
export function parseSearch(text: string): AddressQuery {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes a query. Names without a value are left out; commas and colons stay readable. */
export function stringifySearch(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  const text = new URLSearchParams(entries).toString();
  const readable = text.replaceAll("%2C", ",").replaceAll("%3A", ":");
  return readable === "" ? "" : `?${readable}`;
}

/** Accepts any query: each page reads the names that it knows, and says what it cannot read. */
export function anyQuery(
  search: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
