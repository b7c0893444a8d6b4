/** One event of a stream over HTTP. */
interface StreamedEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
  /** The id of an event of an event stream. */
  readonly id?: string | undefined;
}

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
  const url = `${realtimeUrl.replace(/^ws/, "http")}/v1/stream${query}`;
  const response = await fetch(url, { headers, signal: aborted.signal });
  const events: StreamedEvent[] = [];
  let arrival = Promise.withResolvers<void>();
  const isLines = response.headers.get("content-type") === "application/x-ndjson";
  const ended = read().catch(() => {});

  async function read(): Promise<void> {
    let rest = "";
    for await (const text of (response.body ?? new ReadableStream()).pipeThrough(
      new TextDecoderStream(),
    )) {
      const parts = (rest + text).split(isLines ? "\n" : "\n\n");
      rest = parts.pop() ?? "";
      events.push(...parts.flatMap(isLines ? lineOf : blockOf));
      arrival.resolve();
      arrival = Promise.withResolvers();
    }
  }

  return {
    status: response.status,
    headers: response.headers,
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

function lineOf(line: string): StreamedEvent[] {
  return [JSON.parse(line) as StreamedEvent];
}

function blockOf(block: string): StreamedEvent[] {
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return [];
  const event = fields.get("event") ?? "message";
  return [{ event, data: JSON.parse(data) as Record<string, unknown>, id: fields.get("id") }];
}
