import { createHash } from "node:crypto";

/**
 * The stages of a message's path that have a span. `receive`: accepted, waiting for the journal; `journal`: written to
 * disk; `append`: linked and appended to the stream; `store`: in Postgres; `publish`: in feed logs and rooms; `feed`:
 * written to a client of the feed; `sample`: published by a sampler.
 */
export type TracedStage =
  | "receive"
  | "journal"
  | "append"
  | "store"
  | "publish"
  | "feed"
  | "sample";

/** The stage whose span is the parent, null for the first one. */
export const parentStage: Readonly<Record<TracedStage, TracedStage | null>> = {
  receive: null,
  journal: "receive",
  append: "journal",
  store: "append",
  publish: "append",
  feed: "publish",
  sample: "append",
};

const tailHexDigits = 12;
const tails = 16 ** tailHexDigits;

/**
 * Returns a function that decides whether a message is traced. All services decide by the random end of the message's
 * id, so that they agree without a mark in the journal or the stream.
 *
 * @param ratio the share of messages that are traced, 0 to 1
 */
export function createMessageSampler(ratio: number): (messageId: string) => boolean {
  const limit = ratio * tails;
  return (messageId) => Number.parseInt(messageId.slice(-tailHexDigits), 16) < limit;
}

/** Returns the trace id of a message: its id without hyphens, 32 hexadecimal digits. */
export function messageTraceId(messageId: string): string {
  return messageId.replaceAll("-", "");
}

/** Returns the id of the span of a stage, 16 hexadecimal digits, which every service can tell from the message's id. */
export function stageSpanId(stage: TracedStage, messageId: string): string {
  return createHash("sha256").update(`${stage}:${messageId}`).digest("hex").slice(0, 16);
}
