import type { ServerEvents } from "@jetwire/protocol";
import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { io, type Socket } from "socket.io-client";
import type { EventCheck } from "./event-check.ts";

export type EventName = keyof ServerEvents;
export type Payload<Name extends EventName> = Parameters<ServerEvents[Name]>[0];

/** Where a client shows who it is. */
export interface Handshake {
  readonly auth?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** socket.io-client as anybody installs it, with an ear on everything it is sent. */
export interface BareClient {
  readonly socket: Socket;
  /** Names of all events so far, in order of arrival. */
  readonly events: readonly string[];
  /** All payloads of an event so far. */
  payloads<Name extends EventName>(event: Name): Payload<Name>[];
  /** The first payload of an event that is the one wanted, or the n-th such; waits for it. */
  receive<Name extends EventName>(
    event: Name,
    wanted?: (payload: Payload<Name>) => boolean,
    nth?: number,
    msMax?: number,
  ): Promise<Payload<Name>>;
}

const receiveMsMax = 10_000;

/** Connects without waiting for it: what is emitted meanwhile is sent afterwards. */
export function connectBare(url: string, handshake: Handshake, eventCheck: EventCheck): BareClient {
  const options = { transports: ["websocket"], forceNew: true, reconnection: false };
  const socket = io(url, { ...options, ...handshake });
  const events: string[] = [];
  const heard: { event: string; payload: unknown }[] = [];
  let arrival = Promise.withResolvers<void>();
  socket.onAny((event: string, ...args: unknown[]) => {
    eventCheck.note(event, args);
    events.push(event);
    heard.push({ event, payload: args[0] });
    arrival.resolve();
    arrival = Promise.withResolvers();
  });

  function payloads<Name extends EventName>(event: Name): Payload<Name>[] {
    return heard
      .filter((one) => one.event === event)
      .map(({ payload }) => payload) as Payload<Name>[];
  }

  return {
    socket,
    events,
    payloads,
    async receive(event, wanted = () => true, nth = 1, msMax = receiveMsMax) {
      const endMs = performance.now() + msMax;
      for (;;) {
        const found = payloads(event).filter(wanted)[nth - 1];
        if (found !== undefined) return found;
        await withDeadline(arrival.promise, endMs - performance.now(), event).catch((error) => {
          if (!(error instanceof DeadlineError)) throw error;
          throw new Error(`${event} didn't come; what came: ${JSON.stringify(heard)}`);
        });
      }
    },
  };
}
