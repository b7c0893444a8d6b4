import { type Ack, type ClientEvents, serverEvent } from "@jetwire/protocol";
import type { Counter, Logger } from "@jetwire/runtime";
import type { GatewaySocket } from "./gateway-socket.ts";

/** What became of a client's event. Refusals are told by `error`, with this text. */
export type EventOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Takes the event's payload, of whatever type, and says what became of it. */
export type EventHandler = (payload: unknown) => Promise<EventOutcome>;

/** Registers handlers for a socket's events. */
export type OnEvent = (name: keyof ClientEvents, handler: EventHandler) => void;

export const done: EventOutcome = { ok: true };

export function refused(message: string): EventOutcome {
  return { ok: false, message };
}

/**
 * The one way in for client events: a handler's throw ends at the event, a refusal becomes `error`,
 * the client's acknowledgement callback, if it passed one, hears the same. Events of one socket are
 * worked on in turn, so that a stop never overtakes its start.
 */
export function clientEventsOf(
  socket: GatewaySocket,
  log: Logger,
  refusals: Counter<"reason">,
): OnEvent {
  let turn: Promise<void> = Promise.resolve();

  async function work(handler: EventHandler, payload: unknown, ack: Ack): Promise<void> {
    if (!socket.connected) return;
    const outcome = await handler(payload).catch((error: unknown) => {
      log.error({ err: error }, "a client's event failed");
      return refused("Internal error");
    });
    if (!outcome.ok) refusals.inc({ reason: outcome.message });
    if (!socket.connected) return;
    if (!outcome.ok) socket.emit(serverEvent.error, { message: outcome.message });
    ack(outcome.ok ? { ok: true } : { ok: false, message: outcome.message });
  }

  return (name, handler) => {
    socket.on(name, (...args: unknown[]) => {
      const ack = ackOf(args.at(-1));
      turn = turn.then(() => work(handler, args[0], ack));
    });
  };
}

function ackOf(last: unknown): Ack {
  return typeof last === "function" ? (last as Ack) : () => {};
}
