import type { EnrichedMessage, FirehoseLine } from "@jetwire/protocol";

/** A message of the firehose, passed on as text and parsed only when a filter needs it. */
export interface FirehoseMessage extends FirehoseLine {
  /** Parses the text when first called; null when it is not JSON. */
  message(): EnrichedMessage | null;
  /** A later reception of the same transmission that says more. */
  readonly better?: EnrichedMessage;
}

const decoder = new TextDecoder();

export function readFirehoseMessage({ id, text }: FirehoseLine): FirehoseMessage {
  let parsed: EnrichedMessage | null | undefined;
  return {
    id,
    text,
    message: () => (parsed === undefined ? (parsed = parseOrNull(text)) : parsed),
  };
}

/** The sampler has written the text by the schema; only that it is JSON is not certain. */
function parseOrNull(text: Uint8Array): EnrichedMessage | null {
  try {
    return JSON.parse(decoder.decode(text)) as EnrichedMessage;
  } catch {
    return null;
  }
}
