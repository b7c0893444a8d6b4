import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { prefixFilter } from "../filters.ts";

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
};
