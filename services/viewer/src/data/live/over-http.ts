import type { EnrichedMessage, SniffFilter } from "@jetwire/protocol";
import { createStore } from "../store.ts";
import { connection, pageRealtimeAddress, postponeReconnect } from "./realtime.ts";
import { streamAddress } from "./stream-address.ts";

/*
 * Networks that block WebSocket let HTTP pass. Once two attempts to connect have failed, the firehose comes over HTTP: one
 * request, whose answer does not end. The attempts go on, seldom while it does, and the first that succeeds ends it.
 */

/** Whether the firehose comes over HTTP. */
export const overHttp = createStore(false);

const failuresMin = 2;
/** Attempts to connect while messages come over HTTP: soon at first, as the server may just have started, then seldom. */
const reconnectMsFirst = 5_000;
const reconnectMsMax = 300_000;
/** A stream that ended is followed by an attempt to connect, at a random time so that not all pages come at once. */
const endedMsMin = 1_000;
const endedMsMax = 10_000;

let failures = 0;

connection.subscribe(() => {
  const status = connection.get();
  if (status.state === "connected") failures = 0;
  else if (status.state === "waiting" && status.cause !== "unready") failures++;
});

/** Receives messages of the firehose over HTTP while there is no connection. @param readFilter returns the present filter */
export function followOverHttp(
  onMessage: (message: EnrichedMessage) => void,
  readFilter: () => SniffFilter | undefined,
) {
  let stream: EventSource | null = null;
  let waits = 0;

  function waitLonger(): void {
    postponeReconnect(Math.min(reconnectMsMax, reconnectMsFirst * 2 ** waits++));
  }

  function close(): void {
    stream?.close();
    stream = null;
    overHttp.set(false);
  }

  function open(): void {
    close();
    const opened = new EventSource(streamAddress(pageRealtimeAddress(), readFilter()));
    stream = opened;
    opened.addEventListener("started", () => {
      overHttp.set(true);
      waitLonger();
    });
    opened.addEventListener("message", ({ data }: MessageEvent<string>) =>
      onMessage(JSON.parse(data) as EnrichedMessage),
    );
    opened.addEventListener("end", ended);
    opened.addEventListener("error", ended);
    function ended(): void {
      if (stream !== opened) return;
      const hadBegun = overHttp.get();
      close();
      // If none begins, the service is down: the connection keeps its own waits, which grow.
      if (hadBegun) postponeReconnect(endedMsMin + Math.random() * (endedMsMax - endedMsMin));
    }
  }

  function statusChanged(): void {
    const { state } = connection.get();
    if (state === "connected" || state === "ended") {
      waits = 0;
      close();
    } else if (state === "waiting" && failures >= failuresMin) {
      if (stream === null) open();
      else if (overHttp.get()) waitLonger();
    }
  }

  const unsubscribe = connection.subscribe(statusChanged);
  statusChanged();
  return {
    /** Asks again, with the present filter, if messages come over HTTP. */
    filterChanged(): void {
      if (stream !== null) open();
    },
    stop(): void {
      unsubscribe();
      close();
    },
  };
}
