import { streamEvent, type StreamType, streamTypes } from "@jetwire/protocol";
import type { EncodedEntry, FeedEncoding } from "../feed/feed-encoding.ts";
import type { FirehoseMessage } from "../firehose/firehose-message.ts";

/** Builds an event of a JSON text. A line break would end it; JSON has none outside of strings, and escapes those. */
type Encode = (name: string, json: Uint8Array, position?: string | null) => readonly Uint8Array[];

const blockEnd = Buffer.from("\n\n");
const objectEnd = Buffer.from("}\n");

const eventStream: Encode = (name, json, position) => [
  Buffer.from(`${position ? `id: ${position}\n` : ""}event: ${name}\ndata: `),
  json,
  blockEnd,
];

const jsonLines: Encode = (name, json) => [
  Buffer.from(`{"event":${JSON.stringify(name)},"data":`),
  json,
  objectEnd,
];

/** How a stream over HTTP is written. */
export class StreamForm implements FeedEncoding {
  readonly contentType: string;
  readonly #encode;

  constructor(type: StreamType, encode: Encode) {
    this.contentType = streamTypes[type];
    this.#encode = encode;
  }

  messages(entries: readonly EncodedEntry[]): Buffer {
    return Buffer.concat(entries.flatMap((entry) => this.#messageOf(entry)));
  }

  withWholes(entries: readonly EncodedEntry[]): Buffer {
    return Buffer.concat(
      entries.flatMap((entry) => [
        ...this.#messageOf(entry),
        ...(entry.wholeJson.length === 0
          ? []
          : this.#encode(streamEvent.assembled, entry.wholeJson)),
      ]),
    );
  }

  /** Encodes messages of the firehose, which have no position. */
  tick(messages: readonly FirehoseMessage[]): Buffer {
    return Buffer.concat(messages.flatMap(({ text }) => this.#encode(streamEvent.message, text)));
  }

  /** Encodes an event. @param position the `after` that resumes behind it */
  event(name: string, payload: unknown, position?: string | null): Buffer {
    return Buffer.concat(this.#encode(name, Buffer.from(JSON.stringify(payload)), position));
  }

  #messageOf({ messageId, messageJson }: EncodedEntry): readonly Uint8Array[] {
    return this.#encode(streamEvent.message, messageJson, messageId);
  }
}

/** The forms by their names; connections of one form share what is encoded. */
export const streamForms: Readonly<Record<StreamType, StreamForm>> = {
  sse: new StreamForm("sse", eventStream),
  ndjson: new StreamForm("ndjson", jsonLines),
};
