/** One event of a stream over HTTP. */
export interface StreamedEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
  /** The id of an event of an event stream. */
  readonly id?: string | undefined;
}

/** An answer to `GET /v1/stream`, with its events as they come. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Resolves when the stream has ended, and rejects when its connection was cut. */
  read(add: (events: readonly StreamedEvent[]) => void): Promise<void>;
}

/** Requests a stream, and reads it as the standards describe it. @param realtimeUrl the address of a gateway, as clients of Socket.IO use it */
export async function requestStream(
  realtimeUrl: string,
  query: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<StreamedAnswer> {
  const url = `${realtimeUrl.replace(/^ws/, "http")}/v1/stream${query}`;
  const { status, headers, body } = await fetch(url, options);
  const isLines = headers.get("content-type") === "application/x-ndjson";
  return {
    status,
    headers,
    async read(add) {
      let rest = "";
      const texts = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
      for await (const text of texts) {
        const parts = (rest + text).split(isLines ? "\n" : "\n\n");
        rest = parts.pop() ?? "";
        add(parts.flatMap(isLines ? lineOf : blockOf));
      }
    },
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
