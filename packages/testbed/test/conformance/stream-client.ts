import { requestStream, type StreamedEvent } from "../../src/clients/stream-events.ts";

/** A client that reads a stream over HTTP as the standards describe it. */
export interface StreamClient extends Disposable {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly StreamedEvent[];
  /** Waits for an event. @returns the first one that is wanted */
  receive(
    event: string,
    wanted?: (data: Record<string, unknown>) => boolean,
  ): Promise<StreamedEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
}

const receiveMsMax = 20_000;

/** Opens a stream. @param realtimeUrl the address of a gateway, as clients of Socket.IO use it */
export async function openStream(
  realtimeUrl: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StreamClient> {
  const aborted = new AbortController();
  const answer = await requestStream(realtimeUrl, query, { headers, signal: aborted.signal });
  const events: StreamedEvent[] = [];
  let arrival = Promise.withResolvers<void>();
  const ended = answer.read(add).catch(() => {});

  function add(more: readonly StreamedEvent[]): void {
    events.push(...more);
    arrival.resolve();
    arrival = Promise.withResolvers();
  }

  return {
    status: answer.status,
    headers: answer.headers,
    events,
    ended,
    async receive(event, wanted = () => true) {
      const late = AbortSignal.timeout(receiveMsMax);
      const expired = new Promise<void>((resolve) => {
        late.addEventListener("abort", () => resolve(), { once: true });
      });
      for (;;) {
        const found = events.find((one) => one.event === event && wanted(one.data));
        if (found !== undefined) return found;
        if (late.aborted) {
          throw new Error(`${event} did not arrive; received: ${JSON.stringify(events)}`);
        }
        await Promise.race([arrival.promise, expired]);
      }
    },
    [Symbol.dispose]: () => aborted.abort(),
  };
}
