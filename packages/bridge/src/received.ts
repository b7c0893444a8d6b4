import type { EnrichedMessage, Message } from "@jetwire/protocol";

/** A message of the stream. */
export interface Received {
  /** A message of the firehose has its airframe and its flight as well. */
  readonly message: Message | EnrichedMessage;
  /** The name of its station. */
  readonly ident: string;
}
