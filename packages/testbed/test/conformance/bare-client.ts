import type { ServerEvents } from "@jetwire/protocol";
import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { io, type Socket } from "socket.io-client";
import type { EventCheck, EventName } from "./event-check.ts";

type Payload<Name extends EventName> = Parameters<ServerEvents[Name]>[0];

/** The credentials that a client sends to connect, by where it puts them. */
export interface Handshake {
  readonly auth?: Readonly<Record<string, string | boolean>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A stock Socket.IO client that records every event. */
export interface BareClient {
  readonly socket: Socket;
  /** Names of all events so far, in order of arrival. */
  readonly events: readonly string[];
  /** All payloads of an event so far. */
  payloads<Name extends EventName>(event: Name): Payload<Name>[];
  /** Waits for an event. @returns the first payload that is wanted, or the n-th. */
  receive<Name extends EventName>(
    event: Name,
    wanted?: (payload: Payload<Name>) => boolean,
    nth?: number,
    msMax?: number,
  ): Promise<Payload<Name>>;
}

const receiveMsMax = 10_000;

/** Connects without waiting. Events emitted before the connection is open are sent afterwards. */
export function connectBare(url: string, handshake: Handshake, eventCheck: EventCheck): BareClient {
  const options = { transports: ["websocket"], forceNew: true, reconnection: false };
  const socket = io(url, { ...options, ...handshake });
  const events: string[] = [];
  const received: { event: string; payload: unknown }[] = [];
  let arrival = Promise.withResolvers<void>();
  socket.onAny((event: string, ...args: unknown[]) => {
    eventCheck.check(event, args);
    events.push(event);
    received.push({ event, payload: args[0] });
    arrival.resolve();
    arrival = Promise.withResolvers();
  });

  function payloads<Name extends EventName>(event: Name): Payload<Name>[] {
    return received
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
          throw new Error(`${event} did not arrive; received: ${JSON.stringify(received)}`);
        });
      }
    },
  };
}
