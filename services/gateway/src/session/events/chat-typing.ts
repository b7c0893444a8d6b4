import { type ChatTypingSend, serverEvent, UserId } from "@jetwire/protocol";
import { done, type EventOutcome } from "../../connection/client-events.ts";
import type { Session } from "../session.ts";
import type { UserPushes } from "../user-pushes.ts";
import { createTyping, type Typing } from "./typing.ts";

export interface ChatTypingSteps {
  readonly pushes: UserPushes;
  failed(error: unknown): void;
}

/** `chat:typing` of a session. Never stored, never refused: who can't be told isn't. */
export function typingOf(session: Session, { pushes, failed }: ChatTypingSteps): Typing {
  async function tell(recipientId: string, isTyping: boolean): Promise<void> {
    try {
      if (!session.socket.connected || !(await session.reach.mayReach(recipientId))) return;
    } catch (error) {
      failed(error);
      return;
    }
    const told = { userId: session.userId, isTyping };
    await pushes.push(recipientId, serverEvent.chatTyping, told);
  }
  return createTyping((recipientId, isTyping) => void tell(recipientId, isTyping));
}

export function noteTyping(
  session: Session,
  { recipientId, isTyping }: ChatTypingSend,
  typing: Typing,
): EventOutcome {
  const recipient = UserId.safeParse(recipientId);
  if (recipient.success && recipient.data !== session.userId) typing.note(recipient.data, isTyping);
  return done;
}
