import type { EnrichedMessage } from "@jetwire/protocol";

/** A message of the firehose, passed on as text and parsed only when a filter needs it. */
export interface FirehoseMessage {
  /** UTF-8 JSON text. */
  readonly text: Uint8Array;
  /** Its id, or its whole text if that does not begin with one. */
  readonly id: string;
  /** Parses the text when first called; null when it is not JSON. */
  message(): EnrichedMessage | null;
}

const idPattern = /^\{"id":"([0-9a-f-]{36})"/;
const decoder = new TextDecoder();

export function readFirehoseMessage(text: Uint8Array): FirehoseMessage {
  let parsed: EnrichedMessage | null | undefined;
  return {
    text,
    id: idOf(text),
    message: () => (parsed === undefined ? (parsed = parseOrNull(text)) : parsed),
  };
}

function idOf(text: Uint8Array): string {
  return idPattern.exec(decoder.decode(text.subarray(0, 44)))?.[1] ?? decoder.decode(text);
}

/** The sampler has written the text by the schema; only that it is JSON is not certain. */
function parseOrNull(text: Uint8Array): EnrichedMessage | null {
  try {
    return JSON.parse(decoder.decode(text)) as EnrichedMessage;
  } catch {
    return null;
  }
}
