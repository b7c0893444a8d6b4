import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { linkId, prefixFilter } from "../../filters.ts";

/** The most users that a search returns. */
export const usersFoundMax = 20;

/** A user as other users find it. */
export const FoundUser = z.strictObject({
  userId: z.string().describe("The id of the user."),
  username: z.string(),
});
export type FoundUser = z.infer<typeof FoundUser>;

export const userEndpoints = {
  findUsers: endpoint({
    method: "GET",
    path: "/v1/users",
    summary: "Find users",
    description: `Returns users whose name begins with a text, by name, ${usersFoundMax} at most: for a new conversation. Yourself, and users who have blocked you or whom you have blocked, are left out.`,
    tag: "chat",
    access: "session",
    query: z.strictObject({
      name: prefixFilter(3).describe(
        "The first characters of the name, at least 3, case-insensitive.",
      ),
    }),
    answer: z.array(FoundUser),
  }),
  readUser: endpoint({
    method: "GET",
    path: "/v1/users/:id",
    summary: "Get a user",
    description:
      "Returns the name of a user to whom you can write. Yourself, users who have blocked you or whom you have blocked, and ended accounts are not found.",
    tag: "chat",
    access: "session",
    params: z.strictObject({ id: linkId.describe("The id of a user.") }),
    answer: FoundUser,
    refusals: ["not_found"],
  }),
};
