import { type Message, streamEvent } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { createReceipts } from "./receipts.ts";
import type { ReconnectingClient } from "./reconnecting-client.ts";
import { requestStream, type StreamedEvent } from "./stream-events.ts";

const retryMs = 100;

/**
 * Reads an event stream, and goes on after the last `id` whenever it ends, as `EventSource` does.
 * @param query what the stream is of, for example `?source=watch&tail=D-ABCD`
 */
export function followStream(
  realtimeUrl: string,
  apiKey: string,
  query: string,
): ReconnectingClient {
  const receipts = createReceipts();
  const gapTimes: number[] = [];
  const stop = new AbortController();
  const counts = { connects: 0, resumes: 0 };
  let position: string | undefined;

  function add(events: readonly StreamedEvent[]): void {
    for (const { event, data, id } of events) {
      if (event === streamEvent.started) {
        counts.connects++;
        receipts.setReplaying(position !== undefined);
      } else if (event === streamEvent.message) receipts.add(data as unknown as Message);
      else if (event === streamEvent.gap) gapTimes.push(Date.now());
      else if (event === streamEvent.resumed) {
        counts.resumes++;
        receipts.setReplaying(false);
      }
      position = id ?? position;
    }
  }

  async function connectOnce(): Promise<void> {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(position !== undefined && { "last-event-id": position }),
    };
    const answer = await requestStream(realtimeUrl, query, { headers, signal: stop.signal });
    if (answer.status === 200) await answer.read(add);
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await connectOnce().catch(() => {});
      await pause(retryMs, stop.signal);
    }
  }
  void run();
  return {
    receipts,
    gapTimes,
    get connects() {
      return counts.connects;
    },
    get resumes() {
      return counts.resumes;
    },
    get gaps() {
      return gapTimes.length;
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}
