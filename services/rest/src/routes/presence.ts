import { visibleUsers } from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/**
 * `GET /v1/presence`: who is online, as far as the user may see it.
 *
 * @param contactsOnly whether users see only those with whom they have a conversation
 */
export function presenceRoute(
  readOnline: () => Promise<readonly string[]>,
  read: Read,
  contactsOnly: boolean,
): Route {
  return route(
    endpoints.readPresence,
    async (_asked, { accountId }: { readonly accountId: string }) => {
      const users = await readOnline().catch(unavailable);
      return {
        body: { online: await read((sql) => visibleUsers(sql, accountId, users, contactsOnly)) },
      };
    },
  );
}

function unavailable(cause: unknown): never {
  throw new AppError("unavailable", "Presence can't be asked now, try again shortly", { cause });
}
