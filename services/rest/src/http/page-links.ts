type Parameter = string | number | boolean | readonly (string | number)[] | undefined;

/** A request for one page of a list. */
export interface PageRequest {
  /** The page's cursors, and all other parameters of the list. */
  readonly query: Readonly<Record<string, Parameter>> & {
    readonly limit: number;
    readonly before?: string | number | undefined;
    readonly after?: string | number | undefined;
  };
  /** The URL without its query. */
  readonly address: string;
}

/** Cursors of the neighbouring pages, where they are not the ids of the first and last item. */
interface Neighbours {
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
}

/** The answer to a request for a page. */
export interface LinkedPage<Item> {
  readonly body: Item[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Cuts rows to a page and links its neighbours (RFC 8288): `next` is older, `prev` newer. A request
 * with `after` alone always gets `prev`, so that a client can follow new items from an empty page.
 *
 * @param rows newest first; one more than `limit` if there are more
 */
export function pageOf<Item extends { readonly id: string | number }>(
  rows: readonly Item[],
  { query, address }: PageRequest,
  neighbours: Neighbours = {},
): LinkedPage<Item> {
  const { limit, before, after, ...others } = query;
  const isUpwards = after !== undefined && before === undefined;
  const hasMore = rows.length > limit;
  // The surplus row is the newest of a page upwards, else the oldest.
  const body = isUpwards ? rows.slice(-limit) : rows.slice(0, limit);
  const newest = neighbours.newer ?? body[0]?.id ?? after;
  const oldest = neighbours.older ?? body.at(-1)?.id;
  const links: string[] = [];
  if (oldest !== undefined && (hasMore || isUpwards || neighbours.older !== undefined)) {
    links.push(link("next", { before: oldest, after: isUpwards ? undefined : after }));
  }
  // Between two cursors nothing is newer than `before`.
  if (newest !== undefined && (before === undefined || after === undefined)) {
    links.push(link("prev", { after: newest }));
  }
  const headers: Record<string, string> = { "X-Result-Count": String(body.length) };
  if (links.length > 0) headers["Link"] = links.join(", ");
  return { body, headers };

  function link(rel: string, cursors: Record<string, Parameter>): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...others, limit, ...cursors })) {
      if (value !== undefined) parameters.set(name, value.toString());
    }
    return `<${address}?${parameters.toString()}>; rel="${rel}"`;
  }
}
