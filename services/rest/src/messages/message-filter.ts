import * as db from "@jetwire/db";
import type { FlightKeys, MessageFilter } from "@jetwire/db";
import type { MessageFilters } from "@jetwire/protocol";
import type { Principal } from "../admission/principal.ts";
import type { Read } from "../database-reader.ts";
import type { Visibility } from "./visibility.ts";

export type FilterReader = ReturnType<typeof createFilterReader>;

/** Makes filters for the database from the parameters of a query; see `db.messageFilters.make`. */
export function createFilterReader(read: Read, flightKeys: FlightKeys, visibility: Visibility) {
  return {
    /** Returns a filter of what the principal may see. @throws AppError as `db.messageFilters.make` */
    async of(query: MessageFilters, principal: Principal): Promise<MessageFilter> {
      return await db.messageFilters.make(read, flightKeys, query, await visibility.of(principal));
    },

    /**
     * Returns a filter of stored messages, as `of`.
     *
     * @throws AppError `invalid_request` also if nothing has the code of the airline: an empty list would look like
     *   one without messages
     */
    async ofStored(query: MessageFilters, principal: Principal): Promise<MessageFilter> {
      if (query.airline !== undefined) await flightKeys.requireAirline(query.airline);
      return await this.of(query, principal);
    },

    /** Returns a filter for an operator, who also reaches messages of hidden stations. */
    async ofOperator(query: MessageFilters, { accountId }: Principal): Promise<MessageFilter> {
      return await db.messageFilters.make(read, flightKeys, query, {
        accountId,
        hiddenStationIds: [],
      });
    },
  };
}
