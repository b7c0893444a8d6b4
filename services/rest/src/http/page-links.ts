/** A page as it was asked for. */
interface Asked {
  readonly limit: number;
  readonly before?: string | number | undefined;
  readonly after?: string | number | undefined;
}

/** Where its neighbours begin, when that isn't at its first and last item. */
interface Beyond {
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
}

/** What of a page is there; queries ask for one row more than `limit` to know whether more follow. */
export interface Page<Item> {
  readonly items: Item[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Cuts the rows (newest first, one more than the limit at most) to the page and links its
 * neighbours (RFC 8288): `next` is older, `prev` newer. Who asks `after` a cursor alone gets a `prev`
 * even from an empty page, and so can follow what comes.
 *
 * @param keep other parameters that belong into the links
 * @param beyond cursors that hold instead of the page's own ends
 */
export function pageOf<Item extends { readonly id: string | number }>(
  rows: readonly Item[],
  asked: Asked,
  address: string,
  keep: Readonly<Record<string, string | undefined>> = {},
  beyond: Beyond = {},
): Page<Item> {
  const { limit, before, after } = asked;
  const follows = after !== undefined && before === undefined;
  const more = rows.length > limit;
  // Reading upwards from a cursor the row too many is the newest, else the oldest.
  const items = follows ? rows.slice(-limit) : rows.slice(0, limit);
  const newest = beyond.newer ?? items[0]?.id ?? after;
  const oldest = beyond.older ?? items.at(-1)?.id;
  const links: string[] = [];
  if (oldest !== undefined && (more || follows || beyond.older !== undefined)) {
    links.push(link("next", { before: oldest, after: follows ? undefined : after }));
  }
  // Within two bounds there is nothing newer than what `before` cut off.
  if (newest !== undefined && (before === undefined || after === undefined)) {
    links.push(link("prev", { after: newest }));
  }
  const headers: Record<string, string> = { "X-Result-Count": String(items.length) };
  if (links.length > 0) headers["Link"] = links.join(", ");
  return { items, headers };

  function link(rel: string, cursor: Record<string, string | number | undefined>): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...keep, limit, ...cursor })) {
      if (value !== undefined) query.set(name, String(value));
    }
    return `<${address}?${query.toString()}>; rel="${rel}"`;
  }
}
