import * as db from "@jetwire/db";
import { type ChatPartner, UserId } from "@jetwire/protocol";
import { done, type EventResult, refused } from "../../connection/client-events.ts";
import type { SessionServices } from "../session-services.ts";
import type { Session } from "../session.ts";

/** `chat:block`. Blocking an unknown user succeeds as well, so that it does not tell who exists. */
export async function block(
  { userId }: Session,
  payload: ChatPartner,
  services: SessionServices,
): Promise<EventResult> {
  const blocked = UserId.safeParse(payload.userId);
  if (!blocked.success) return done;
  if (blocked.data === userId) return refused("userId: must be another user");
  if (!(await services.query((sql) => db.chat.addBlock(sql, userId, blocked.data)))) {
    return refused("Too many users blocked");
  }
  wakeBoth([userId, blocked.data], services);
  return done;
}

/** `chat:unblock`. */
export async function unblock(
  { userId }: Session,
  payload: ChatPartner,
  services: SessionServices,
): Promise<EventResult> {
  const blocked = UserId.safeParse(payload.userId);
  if (!blocked.success) return done;
  await services.query((sql) => db.chat.removeBlock(sql, userId, blocked.data));
  wakeBoth([userId, blocked.data], services);
  return done;
}

/** Makes the sessions of both check again whom they see; without Redis their next check does. */
function wakeBoth(userIds: readonly string[], { userChannel, onFailure }: SessionServices): void {
  for (const userId of userIds) userChannel.wake(userId).catch(onFailure);
}
