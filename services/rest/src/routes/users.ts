import { findUsers } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/users`: users by the beginning of their name. @param read reads the primary */
export function usersRoute(read: Read): Route {
  return route(endpoints.findUsers, async ({ query: { name } }, { accountId }) => ({
    body: await read((sql) => findUsers(sql, accountId, name)),
  }));
}
