import type { EnrichedMessage } from "@jetwire/protocol";

/** A message of the firehose as it was heard: its text, and the message for who looks into it. */
export interface HeardMessage {
  /** UTF-8 JSON text. */
  readonly text: Uint8Array;
  /** Its id, or its whole text where that doesn't begin with one. */
  readonly id: string;
  /** Read when first asked for; null when the text is not JSON. */
  message(): EnrichedMessage | null;
}

const idPattern = /^\{"id":"([0-9a-f-]{36})"/;
const decoder = new TextDecoder();

export function heardMessage(text: Uint8Array): HeardMessage {
  let read: EnrichedMessage | null | undefined;
  return {
    text,
    id: idOf(text),
    message: () => (read === undefined ? (read = readOrNull(text)) : read),
  };
}

function idOf(text: Uint8Array): string {
  return idPattern.exec(decoder.decode(text.subarray(0, 44)))?.[1] ?? decoder.decode(text);
}

/** The sampler wrote it by the schema; only that it is JSON is not taken on trust. */
function readOrNull(text: Uint8Array): EnrichedMessage | null {
  try {
    return JSON.parse(decoder.decode(text)) as EnrichedMessage;
  } catch {
    return null;
  }
}
