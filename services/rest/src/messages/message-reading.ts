import * as db from "@jetwire/db";
import type { Stores } from "@jetwire/redis";
import type { Readers } from "../database-reader.ts";
import { createMessageFinder } from "./find-message.ts";
import { createFilterReader } from "./message-filter.ts";
import { createMessagePages } from "./message-pages.ts";
import { createStoredRange } from "./stored-range.ts";
import { createVisibility } from "./visibility.ts";

export type MessageReading = ReturnType<typeof createMessageReading>;

/** Creates the steps by which all topics find messages: of one id, by filters, in pages, as far as a principal may see them. */
export function createMessageReading(
  readers: Readers,
  stores: Pick<Stores, "streams" | "stationOwners">,
  partitions: number,
) {
  const { read } = readers;
  const flightKeys = db.flights.createKeys(read);
  const visibility = createVisibility(read);
  const storedRange = createStoredRange(read, stores.streams, partitions);
  return {
    flightKeys,
    visibility,
    storedRange,
    finder: createMessageFinder(readers, visibility, stores),
    filters: createFilterReader(read, flightKeys, visibility),
    pages: createMessagePages(readers, storedRange),
  };
}
