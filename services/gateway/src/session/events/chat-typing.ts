import { type ChatTypingSend, serverEvent, UserId } from "@jetwire/protocol";
import { done, type EventResult } from "../../connection/client-events.ts";
import type { GatewaySocket } from "../../connection/gateway-socket.ts";
import type { SessionServices } from "../session-services.ts";
import type { Session } from "../session.ts";

/** The state that one recipient was sent within the last second. */
interface Sent {
  isTyping: boolean;
  /** The state to send when the second is over. */
  next: boolean;
  timer: NodeJS.Timeout | null;
}

const periodMs = 1_000;
/** Recipients at a time; nobody types to more. */
const recipientsMax = 20;

/** `chat:typing` of one connection: sends each recipient the latest state, once a second at most. */
export function createTyping(
  socket: GatewaySocket,
  { pushes, onFailure }: Pick<SessionServices, "pushes" | "onFailure">,
) {
  const sentTo = new Map<string, Sent>();

  function send(session: Session, recipientId: string, sent: Sent): void {
    sent.isTyping = sent.next;
    sent.timer = setTimeout(() => {
      if (sent.next === sent.isTyping) sentTo.delete(recipientId);
      else send(session, recipientId, sent);
    }, periodMs);
    push(session, recipientId, sent.isTyping).catch(onFailure);
  }

  async function push(session: Session, recipientId: string, isTyping: boolean): Promise<void> {
    if (!socket.connected || !(await session.mayReach.get(recipientId))) return;
    const payload = { userId: session.userId, isTyping };
    await pushes.push(recipientId, { event: serverEvent.chatTyping, payload });
  }

  return {
    /** Notes a state. Never stored and never refused: a recipient who cannot be reached gets nothing. */
    record(session: Session, { recipientId, isTyping }: ChatTypingSend): EventResult {
      const recipient = UserId.safeParse(recipientId);
      if (!recipient.success || recipient.data === session.userId) return done;
      const known = sentTo.get(recipient.data);
      if (known) {
        known.next = isTyping;
      } else if (sentTo.size < recipientsMax) {
        const sent: Sent = { isTyping, next: isTyping, timer: null };
        sentTo.set(recipient.data, sent);
        send(session, recipient.data, sent);
      }
      return done;
    },
    stop(): void {
      for (const { timer } of sentTo.values()) if (timer) clearTimeout(timer);
      sentTo.clear();
    },
  };
}
