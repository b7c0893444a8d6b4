import * as db from "@jetwire/db";
import type { MessageViewer } from "@jetwire/db";
import { CachedValue } from "@jetwire/runtime";
import type { Principal } from "../admission/principal.ts";
import type { Read } from "../database-reader.ts";

/** The messages of a station are shown for at most this long after it was hidden. */
const ttlMs = 1_000;

export type Visibility = ReturnType<typeof createVisibility>;

/** Decides which messages a principal may see. */
export function createVisibility(read: Read) {
  const hiddenStations = new CachedValue(() => read(db.messages.listHiddenStations), { ttlMs });
  return {
    /**
     * Returns the account of a principal and the stations whose messages are hidden from it.
     *
     * @throws AppError `unavailable` without Postgres
     */
    async of({ accountId }: Pick<Principal, "accountId">): Promise<MessageViewer> {
      const stations = await hiddenStations.get();
      const others = stations.filter((one) => accountId === null || one.accountId !== accountId);
      return { accountId, hiddenStationIds: others.map(({ id }) => id) };
    },
  };
}
