type Parameter = string | number | boolean | readonly (string | number)[] | undefined;

/** A query's parameters as text, for the links to a page's neighbours; cursors are the links' own. */
export function parametersOf(
  query: Readonly<Record<string, Parameter>>,
): Record<string, string | undefined> {
  const { limit: _limit, before: _before, after: _after, ...kept } = query;
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value?.toString()]));
}
