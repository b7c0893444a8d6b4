import {
  type Ack,
  type AckDetails,
  clientEvent,
  type ClientEvents,
  internalError,
  serverEvent,
} from "@jetwire/protocol";
import type { Counter, Logger } from "@jetwire/runtime";
import type { GatewaySocket } from "./gateway-socket.ts";

/** The result of a client's event. A refusal is sent to the client with its message. */
export type EventResult =
  | { readonly ok: true; readonly details?: AckDetails }
  | {
      readonly ok: false;
      readonly message: string;
      /** The label of the counter, for messages that contain text of the client. */
      readonly reason?: string;
    };

/** Handles an event whose payload has not been validated yet. */
export type EventHandler = (payload: unknown) => Promise<EventResult>;

/** Registers the handler of an event. */
export type OnEvent = (name: keyof ClientEvents, handler: EventHandler) => void;

type ErrorEvent = typeof serverEvent.error | typeof serverEvent.chatError;

export const done: EventResult = { ok: true };

export function refused(message: string, reason = message): EventResult {
  return { ok: false, message, reason };
}

/**
 * Handles all events of one client. A handler that throws is logged and refuses its event only.
 * Refusals are sent as an error event, and results to the client's acknowledgement callback, if it
 * passed one. Events are handled one after another, so that a stop never overtakes its start.
 *
 * @param errorEvent the event that carries refusals
 */
export function createClientEvents(
  socket: GatewaySocket,
  log: Logger,
  refusals: Counter<"reason">,
  errorEvent: ErrorEvent,
): OnEvent {
  let previous: Promise<void> = Promise.resolve();

  async function handle(
    { name, handler }: { readonly name: string; readonly handler: EventHandler },
    payload: unknown,
    ack: Ack,
  ): Promise<void> {
    if (!socket.connected) return;
    const result = await handler(payload).catch((error: unknown) => {
      log.error({ err: error, socketId: socket.id, event: name }, "a client event failed");
      return refused(internalError);
    });
    if (!result.ok) refusals.inc({ reason: result.reason ?? result.message });
    if (!socket.connected) return;
    if (!result.ok) socket.emit(errorEvent, { message: result.message });
    ack(result.ok ? { ok: true, ...result.details } : { ok: false, message: result.message });
  }

  return (name, handler) => {
    socket.on(name, (...args: unknown[]) => {
      const last = args.at(-1);
      const ack = typeof last === "function" ? (last as Ack) : () => {};
      // A client that passes only a callback passes no payload.
      const payload = typeof args[0] === "function" ? undefined : args[0];
      previous = previous.then(() => handle({ name, handler }, payload, ack));
    });
  };
}

const knownEvents: ReadonlySet<string> = new Set(Object.values(clientEvent));

/** Calls back for every event that the protocol does not define; honest clients send none. */
export function onUnknownEvent(socket: GatewaySocket, listener: () => void): void {
  socket.onAny((name: string) => {
    if (!knownEvents.has(name)) listener();
  });
}
