import { readDataRows } from "../data-rows.ts";

interface Block {
  readonly first: number;
  readonly last: number;
  readonly country: string;
}

let blocks: readonly Block[] | undefined;

/**
 * Returns the country whose block of ICAO 24-bit addresses contains an address (6 hexadecimal
 * digits), as ISO 3166-1 alpha-2 code; null if the address is in no country's block. States register
 * airframes of their territories in their own block, so the country may be that of a territory.
 */
export function addressCountry(icao: string): string | null {
  blocks ??= readBlocks();
  const address = Number.parseInt(icao, 16);
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block === undefined || block.first > address) high = middle;
    else low = middle + 1;
  }
  // Blocks of one country may lie in another's: the one that begins last counts.
  const within = blocks.slice(0, low).findLast((block) => address <= block.last);
  return within?.country ?? null;
}

function readBlocks(): Block[] {
  return readDataRows("address-blocks.tsv").map(([first = "", last = "", country = ""]) => ({
    first: Number.parseInt(first, 16),
    last: Number.parseInt(last, 16),
    country,
  }));
}
