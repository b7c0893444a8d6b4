import { type Ack, type AckDetails, type ClientEvents, serverEvent } from "@jetwire/protocol";
import type { Counter, Logger } from "@jetwire/runtime";
import type { GatewaySocket } from "./gateway-socket.ts";

/** What became of a client's event. Refusals are told by an error event, with this text. */
export type EventOutcome =
  | { readonly ok: true; readonly details?: AckDetails }
  | {
      readonly ok: false;
      readonly message: string;
      /** For the count, where the text holds words of the client's. */
      readonly reason?: string;
    };

/** Takes the event's payload, of whatever type, and says what became of it. */
export type EventHandler = (payload: unknown) => Promise<EventOutcome>;

/** Registers handlers for a socket's events. */
export type OnEvent = (name: keyof ClientEvents, handler: EventHandler) => void;

type ErrorEvent = typeof serverEvent.error | typeof serverEvent.chatError;

export const done: EventOutcome = { ok: true };

export function refused(message: string, reason = message): EventOutcome {
  return { ok: false, message, reason };
}

/**
 * The one way in for client events: a handler's throw ends at the event, a refusal becomes `error`,
 * the client's acknowledgement callback, if it passed one, hears the same. Events of one socket are
 * worked on in turn, so that a stop never overtakes its start.
 *
 * @param errorEvent tells refusals
 */
export function clientEventsOf(
  socket: GatewaySocket,
  log: Logger,
  refusals: Counter<"reason">,
  errorEvent: ErrorEvent = serverEvent.error,
): OnEvent {
  let turn: Promise<void> = Promise.resolve();

  async function work(handler: EventHandler, payload: unknown, ack: Ack): Promise<void> {
    if (!socket.connected) return;
    const outcome = await handler(payload).catch((error: unknown) => {
      log.error({ err: error }, "a client's event failed");
      return refused("Internal error");
    });
    if (!outcome.ok) refusals.inc({ reason: outcome.reason ?? outcome.message });
    if (!socket.connected) return;
    if (!outcome.ok) socket.emit(errorEvent, { message: outcome.message });
    ack(outcome.ok ? { ok: true, ...outcome.details } : { ok: false, message: outcome.message });
  }

  return (name, handler) => {
    socket.on(name, (...args: unknown[]) => {
      const ack = ackOf(args.at(-1));
      // A client that passes a callback alone passes no payload.
      const payload = typeof args[0] === "function" ? undefined : args[0];
      turn = turn.then(() => work(handler, payload, ack));
    });
  };
}

function ackOf(last: unknown): Ack {
  return typeof last === "function" ? (last as Ack) : () => {};
}
