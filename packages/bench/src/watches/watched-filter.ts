/** The number of watches that a connection may begin in a minute. */
export const watchesPerSocket = 10;

/** Messages of the feeders have a tail of 500 and a flight of 900, so a pair of both comes again after 4,500. */
const pairs = 4_500;
const flights = 900;

/** Returns a filter that selects one message of 4,500. There is no flight 0. */
export function watchedFilter(index: number): { readonly tail: string; readonly flight: string } {
  const n = index + 1 + Math.floor(index / (flights - 1));
  const flight = `UA${String(n % flights).padStart(4, "0")}`;
  return { tail: `N${100 + (n % 500)}JW`, flight };
}

/** Returns how many of the messages with these numbers are selected by one of the first filters. */
export function countSelected(first: number, count: number, filters: number): number {
  let selected = 0;
  for (let n = first; n < first + count; n++) {
    const pair = n % pairs;
    const index = pair - 1 - Math.floor(pair / flights);
    if (pair % flights !== 0 && index < filters) selected++;
  }
  return selected;
}
