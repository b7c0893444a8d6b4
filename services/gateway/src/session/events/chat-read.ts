import { type ChatPartner, serverEvent, UserId } from "@jetwire/protocol";
import { done, type EventOutcome } from "../../connection/client-events.ts";
import type { Session } from "../session.ts";
import type { UserPushes } from "../user-pushes.ts";

export interface ChatReadSteps {
  readonly pushes: UserPushes;
  markRead(
    userId: string,
    partnerId: string,
  ): Promise<{ readAt: Date; mayNotifyPartner: boolean } | null>;
}

/** `chat:thread:read`: stored, and told to the other side. A thread that isn't there has been read. */
export async function readThread(
  session: Session,
  payload: ChatPartner,
  { pushes, markRead }: ChatReadSteps,
): Promise<EventOutcome> {
  const partner = UserId.safeParse(payload.userId);
  const read = partner.success ? await markRead(session.userId, partner.data) : null;
  if (partner.success && read?.mayNotifyPartner) {
    const told = { userId: session.userId, readAt: read.readAt.toISOString() };
    void pushes.push(partner.data, serverEvent.chatThreadRead, told);
  }
  return done;
}
