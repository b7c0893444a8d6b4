import { type ChatPartner, UserId } from "@jetwire/protocol";
import { done, type EventOutcome, refused } from "../../connection/client-events.ts";
import type { Session } from "../session.ts";

export interface ChatBlockSteps {
  /** False when there are too many. */
  addBlock(userId: string, blockedId: string): Promise<boolean>;
  removeBlock(userId: string, blockedId: string): Promise<void>;
  /** The sessions of both see each other anew. */
  changed(userIds: readonly [string, string]): void;
}

/** `chat:block`. Blocking nobody is done as well: who there is can't be found out by it. */
export async function block(
  { userId }: Session,
  payload: ChatPartner,
  steps: ChatBlockSteps,
): Promise<EventOutcome> {
  const blocked = UserId.safeParse(payload.userId);
  if (!blocked.success) return done;
  if (blocked.data === userId) return refused("userId: yourself");
  if (!(await steps.addBlock(userId, blocked.data))) return refused("Too many users blocked");
  steps.changed([userId, blocked.data]);
  return done;
}

/** `chat:unblock`. */
export async function unblock(
  { userId }: Session,
  payload: ChatPartner,
  steps: ChatBlockSteps,
): Promise<EventOutcome> {
  const blocked = UserId.safeParse(payload.userId);
  if (!blocked.success) return done;
  await steps.removeBlock(userId, blocked.data);
  steps.changed([userId, blocked.data]);
  return done;
}
