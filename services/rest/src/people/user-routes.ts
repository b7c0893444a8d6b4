import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** `/v1/users`: users by the beginning of their name, and one by its id. @param read reads the primary */
export function userRoutes(read: Read): Route[] {
  return [
    route(endpoints.findUsers, async ({ query: { name } }, { accountId }) => ({
      body: await read((sql) => db.accounts.findUsers(sql, accountId, name)),
    })),
    route(endpoints.readUser, async ({ params: { id } }, { accountId }) => {
      const user = await read((sql) => db.accounts.readUser(sql, accountId, id));
      if (user === null) throw new AppError("not_found", "User not found");
      return { body: user };
    }),
  ];
}
