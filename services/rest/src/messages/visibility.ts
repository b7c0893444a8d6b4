import { type HiddenStation, listHiddenStations, type MessageViewer } from "@jetwire/db";
import type { Read } from "../database-reader.ts";
import { createShortMemory } from "../short-memory.ts";
import { accountOf, type Viewing } from "./viewing.ts";

/** How long the messages of a station are shown at most after it was hidden. */
const keptMs = 1_000;

/**
 * Who looks at messages, with the stations whose messages are hidden from them, as of the last second.
 *
 * @throws AppError `unavailable` when Postgres is away
 */
export type ViewerOf = (viewing: Viewing) => Promise<MessageViewer>;

export function createViewerOf(read: Read): ViewerOf {
  const hidden = createShortMemory<"all", readonly HiddenStation[]>(
    () => read(listHiddenStations),
    { keptMs, entriesMax: 1, keyOf: (all) => all },
  );
  return async (viewing) => {
    const accountId = accountOf(viewing);
    const stations = await hidden.find("all");
    const others = stations.filter((one) => accountId === null || one.accountId !== accountId);
    return { accountId, hiddenStationIds: others.map(({ id }) => id) };
  };
}
