import { type ServerEvents, serverEventPayloads } from "@jetwire/protocol";
import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { io, type Socket } from "socket.io-client";
import { BrokenPromise } from "./broken-promise.ts";

type EventName = keyof ServerEvents;
type Payload<Name extends EventName> = Parameters<ServerEvents[Name]>[0];

/** The credentials that a client sends to connect, by where it puts them. */
export interface Handshake {
  readonly auth?: Readonly<Record<string, string | boolean>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A client of Socket.IO as it is in its package, which records every event. */
export interface StockClient {
  readonly socket: Socket;
  /** Names of all events so far, in the order of their arrival. */
  readonly events: readonly string[];
  payloads<Name extends EventName>(event: Name): Payload<Name>[];
  /**
   * Waits for an event.
   *
   * @returns the first payload that is wanted, or the n-th
   * @throws BrokenPromise if it does not come in time
   */
  receive<Name extends EventName>(
    event: Name,
    wanted?: (payload: Payload<Name>) => boolean,
    limits?: { readonly nth?: number; readonly msMax?: number },
  ): Promise<Payload<Name>>;
  /** How payloads differed from what the AsyncAPI document describes. */
  readonly faults: readonly string[];
}

const receiveMsMax = 10_000;
const keptMax = 5_000;
const faultsMax = 5;
const schemas = new Map(Object.entries(serverEventPayloads));

/** Connects without waiting. What is emitted before the connection is open is sent afterwards. */
export function connectStock(url: string, handshake: Handshake = {}): StockClient {
  const options = { transports: ["websocket"], forceNew: true, reconnection: false };
  const socket = io(url, { ...options, ...handshake });
  const events: string[] = [];
  const received: { readonly event: string; readonly payload: unknown }[] = [];
  const faults: string[] = [];
  let failure: Error | null = null;
  let arrival = Promise.withResolvers<void>();

  function wake(): void {
    arrival.resolve();
    arrival = Promise.withResolvers();
  }

  socket.on("connect_error", (error) => {
    failure = error;
    wake();
  });
  socket.onAny((event: string, ...args: unknown[]) => {
    if (faults.length < faultsMax) faults.push(...faultsOf(event, args));
    // A firehose may send thousands of messages meanwhile.
    if (received.length < keptMax) {
      events.push(event);
      received.push({ event, payload: args[0] });
    }
    wake();
  });

  function payloads<Name extends EventName>(event: Name): Payload<Name>[] {
    return received
      .filter((one) => one.event === event)
      .map(({ payload }) => payload) as Payload<Name>[];
  }

  return {
    socket,
    events,
    faults,
    payloads,
    async receive(event, wanted = () => true, { nth = 1, msMax = receiveMsMax } = {}) {
      const endMs = performance.now() + msMax;
      for (;;) {
        const found = payloads(event).filter(wanted)[nth - 1];
        if (found !== undefined) return found;
        if (failure !== null) throw new BrokenPromise(`cannot connect: ${failure.message}`);
        await withDeadline(arrival.promise, endMs - performance.now(), event).catch((error) => {
          if (!(error instanceof DeadlineError)) throw error;
          const others = [...new Set(events)].join(", ") || "nothing";
          throw new BrokenPromise(`${event} did not come in ${msMax / 1_000} s; came: ${others}`);
        });
      }
    },
  };
}

/** Returns how an event differs from its schema. Members that this release does not know are no fault. */
function faultsOf(event: string, args: readonly unknown[]): string[] {
  const schema = schemas.get(event);
  if (schema === undefined) return [];
  if (args.length !== 1) return [`${event} came with ${args.length} arguments instead of 1`];
  return (schema.safeParse(args[0]).error?.issues ?? [])
    .filter(({ code }) => code !== "unrecognized_keys")
    .map(({ path, message }) => `${event}: ${path.join(".") || "the payload"}: ${message}`);
}
