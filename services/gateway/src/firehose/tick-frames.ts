import { serverEvent } from "@jetwire/protocol";
import { frameOptions, type FrameOptions, writeFrames } from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import type { AudienceMember, TickForm } from "./audience.ts";
import type { FirehoseMessage } from "./firehose-message.ts";

/** A client that reads too slowly gets what comes next. */
export function writeToReady(members: Iterable<AudienceMember>, frames: FrameOptions): void {
  for (const member of members) {
    if (member.connection.writeBuffer.length === 0) writeFrames(member, frames);
  }
}

/** Builds the frames when first called. */
export function framesOnce(
  messages: readonly FirehoseMessage[],
  form: TickForm | null,
): () => FrameOptions {
  let frames: FrameOptions | undefined;
  return () => {
    frames ??= form === null ? framesOf(messages) : frameOptions(form.tick(messages));
    return frames;
  };
}

function framesOf(messages: readonly FirehoseMessage[]): FrameOptions {
  const texts = messages.map(({ text }) => text);
  return frameOptions(eventFrames(serverEvent.message, texts));
}
