import { type Endpoint, inSnakeCase, memberCaseName } from "@jetwire/protocol";
import type { RestAnswer } from "../route.ts";

/** The media type of answers whose members are named in snake case. */
const snakeCaseType = "application/json; case=snake";

/** Names the members of an answer in snake case, and lets its links ask for that, too. */
export function answerInSnakeCase({ answer }: Endpoint, given: RestAnswer): RestAnswer {
  if (!("body" in given)) return given;
  const { Link, ...headers } = given.headers ?? {};
  const links = Link?.toString().replaceAll(">;", `&${memberCaseName}=snake>;`);
  return {
    body: inSnakeCase(given.body, answer),
    headers: {
      ...headers,
      "Content-Type": snakeCaseType,
      ...(links !== undefined && { Link: links }),
    },
  };
}
