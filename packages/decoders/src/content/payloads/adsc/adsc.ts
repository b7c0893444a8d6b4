/**
 * ADS-C of FANS-1/A: a sequence of tags, an octet each, with a body whose length the tag tells. Tags of
 * aircraft and of control centers differ. The layouts are those of ARINC 745-2; the names are libacars'
 * (`adsc.c`).
 */
import type { Fields } from "../../../formats/fields.ts";
import type { PayloadDirection } from "../direction.ts";
import { createBitReader } from "../bits.ts";
import { readDisconnectReason, reportTags } from "./reports.ts";
import { contractTags } from "./contracts.ts";
import type { TagTable } from "./tags.ts";

/** More tags than a message has. */
const tagsMax = 255;

/**
 * Reads the tags up to the first that is unknown or incomplete.
 *
 * @param isDisconnect whether the message closes the connection: it has a reason and no tags
 * @returns libacars' `adsc`
 */
export function adscTree(
  data: Uint8Array,
  direction: PayloadDirection,
  isDisconnect: boolean,
): Fields {
  if (isDisconnect) return disconnectTree(data, direction);
  if (data.length === 0) return {};
  const table: TagTable = direction === "uplink" ? contractTags : reportTags;
  const tags: Fields[] = [];
  let at = 0;
  while (at < data.length) {
    const tag = table.get(data[at] ?? 0);
    const bits = createBitReader(data, at + 1);
    const body = tag === undefined || tags.length >= tagsMax ? null : bodyOf(() => tag.read(bits));
    if (tag === undefined || body === null) return { tags, err: true };
    tags.push({ [tag.name]: body });
    at += 1 + bits.octetsRead();
  }
  return { tags, err: false };
}

function disconnectTree(data: Uint8Array, direction: PayloadDirection): Fields {
  if (data.length === 0) return {};
  // Only aircraft give a reason.
  if (direction === "uplink") return { tags: [], err: true };
  return { tags: [{ reason: readDisconnectReason(createBitReader(data)) }], err: false };
}

/** Returns the body; null if the message ends within it. */
function bodyOf(read: () => Fields | null): Fields | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
