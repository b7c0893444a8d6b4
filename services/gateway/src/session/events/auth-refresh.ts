import type { TokenCheck } from "@jetwire/auth";
import { done, type EventOutcome, refused } from "../../connection/client-events.ts";
import type { Session } from "../session.ts";

/**
 * `auth:refresh`: a newer token of the same user. Any other changes nothing: the session goes on
 * until its own end.
 */
export async function refreshAuth(
  session: Session,
  token: unknown,
  check: (token: unknown) => Promise<TokenCheck>,
): Promise<EventOutcome> {
  const checked = await check(token);
  if (!checked.valid || checked.userId !== session.userId) return refused("Invalid token");
  session.extend(checked);
  return done;
}
