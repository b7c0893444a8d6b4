import { streamEvent, type StreamType, streamTypes } from "@jetwire/protocol";
import type { EncodedEntry, FeedEncoding } from "../feed/feed-encoding.ts";
import type { FirehoseMessage } from "../firehose/firehose-message.ts";

/** How a stream over HTTP is written. */
export interface StreamForm extends FeedEncoding {
  readonly contentType: string;
  /** Encodes messages of the firehose, which have no position. */
  tick(messages: readonly FirehoseMessage[]): Buffer;
  /** Encodes an event. @param position the `after` that resumes behind it */
  event(name: string, payload: unknown, position?: string | null): Buffer;
}

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

function createForm(type: StreamType, encode: Encode): StreamForm {
  const messageOf = ({ messageId, messageJson }: EncodedEntry) =>
    encode(streamEvent.message, messageJson, messageId);
  return {
    contentType: streamTypes[type],
    messages: (entries) => Buffer.concat(entries.flatMap(messageOf)),
    withWholes: (entries) =>
      Buffer.concat(
        entries.flatMap((entry) => [
          ...messageOf(entry),
          ...(entry.wholeJson.length === 0 ? [] : encode(streamEvent.assembled, entry.wholeJson)),
        ]),
      ),
    tick: (messages) =>
      Buffer.concat(messages.flatMap(({ text }) => encode(streamEvent.message, text))),
    event: (name, payload, position) =>
      Buffer.concat(encode(name, Buffer.from(JSON.stringify(payload)), position)),
  };
}

/** The forms by their names; connections of one form share what is encoded. */
export const streamForms: Readonly<Record<StreamType, StreamForm>> = {
  sse: createForm("sse", eventStream),
  ndjson: createForm("ndjson", jsonLines),
};
