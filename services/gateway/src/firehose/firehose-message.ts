import type { EnrichedMessage, FirehoseLine } from "@jetwire/protocol";

const decoder = new TextDecoder();

/** A message of the firehose, passed on as text and parsed only when a filter needs it. */
export class FirehoseMessage implements FirehoseLine {
  readonly id: string;
  readonly text: Uint8Array;
  /** A later reception of the same transmission that says more. */
  readonly better: EnrichedMessage | undefined;
  /** Undefined until it is parsed. */
  #parsed: EnrichedMessage | null | undefined;

  constructor({ id, text }: FirehoseLine, better?: EnrichedMessage) {
    this.id = id;
    this.text = text;
    this.better = better;
  }

  /** Parses the text when first called; null when it is not JSON. */
  message(): EnrichedMessage | null {
    if (this.#parsed === undefined) this.#parsed = parseOrNull(this.text);
    return this.#parsed;
  }
}

/** The sampler has written the text by the schema; only that it is JSON is not certain. */
function parseOrNull(text: Uint8Array): EnrichedMessage | null {
  try {
    return JSON.parse(decoder.decode(text)) as EnrichedMessage;
  } catch {
    return null;
  }
}
