import type { EnrichedMessage, SniffFilter } from "@jetwire/protocol";
import { createStore } from "../store.ts";
import { connection, pageRealtimeAddress, postponeReconnect } from "./realtime.ts";
import { streamAddress } from "./stream-address.ts";

/*
 * Networks that block WebSocket let HTTP pass. Once two attempts to connect have failed, the firehose comes over HTTP: one
 * request, whose answer does not end. The attempts go on, seldom while it does, and the first that succeeds ends it.
 */

/** Whether the firehose comes over HTTP: `lost` after it did, while neither a stream nor a connection follows. */
export const overHttp = createStore<"unused" | "open" | "lost">("unused");

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
  }

  function stop(): void {
    close();
    overHttp.set("unused");
  }

  function open(): void {
    close();
    const opened = new EventSource(streamAddress(pageRealtimeAddress(), readFilter()));
    stream = opened;
    opened.addEventListener("started", () => {
      overHttp.set("open");
      waitLonger();
    });
    opened.addEventListener("message", ({ data }: MessageEvent<string>) =>
      onMessage(JSON.parse(data) as EnrichedMessage),
    );
    opened.addEventListener("end", ended);
    opened.addEventListener("error", ended);
    function ended(): void {
      if (stream !== opened) return;
      close();
      // If none begins, the service is down: the connection keeps its own waits, which grow.
      if (overHttp.get() !== "open") return;
      postponeReconnect(endedMsMin + Math.random() * (endedMsMax - endedMsMin));
      overHttp.set("lost");
    }
  }

  function statusChanged(): void {
    const { state } = connection.get();
    if (state === "connected" || state === "ended") {
      waits = 0;
      stop();
    } else if (state === "waiting" && failures >= failuresMin) {
      if (stream === null) open();
      else if (overHttp.get() === "open") waitLonger();
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
      stop();
    },
  };
}
