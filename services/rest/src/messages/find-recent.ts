import { readVisibleStation } from "@jetwire/db";
import type { Message, StationOwner } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { FindRecent } from "../routes/message.ts";

/**
 * A message that isn't stored yet, unless its station is hidden from who looks. Without Postgres the
 * copy in Redis tells; a station that neither knows is taken for hidden.
 */
export function createFindRecent(
  read: Read,
  findInStream: (id: string) => Promise<Message | null>,
  findOwner: (stationId: number) => Promise<StationOwner | undefined>,
): FindRecent {
  return async (id, accountId) => {
    const message = await findInStream(id);
    if (message === null) return null;
    return (await isShown(message.stationId, accountId)) ? message : null;
  };

  async function isShown(stationId: number, accountId: string | null): Promise<boolean> {
    try {
      return (await read((sql) => readVisibleStation(sql, stationId, accountId))) !== null;
    } catch {
      const owner = await findOwner(stationId);
      return owner !== undefined && (!owner.hidden || owner.accountId === accountId);
    }
  }
}
