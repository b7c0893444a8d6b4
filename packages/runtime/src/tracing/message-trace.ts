import { createHash } from "node:crypto";

/**
 * The stages of a message's path that have a span. `receive`: accepted, waiting for the journal; `journal`: written to
 * disk; `append`: linked and appended to the stream; `drop`: dropped in its place, because it is a duplicate; `store`: in Postgres; `publish`: in feed logs and rooms; `feed`:
 * written to a client of the feed; `sample`: published by a sampler.
 */
export type TracedStage =
  | "receive"
  | "journal"
  | "append"
  | "drop"
  | "store"
  | "publish"
  | "feed"
  | "sample";

/** A message that has passed a stage. */
export interface TracedMessage {
  readonly id: string;
  /** The message that is kept, if this one is a duplicate. */
  readonly keptId?: string | null | undefined;
  /** The HTTP request that it came by. */
  readonly requestId?: string | undefined;
}

/** Records one stage: spans of the messages that are traced, and lines of the log at the level `debug`. */
export interface StageTrace {
  /**
   * Records that messages have passed the stage.
   *
   * @param fromMs when their batch entered it, Unix ms
   * @param untilMs when they left it, Unix ms; now if it is not given
   */
  record(messages: Iterable<TracedMessage>, fromMs: number, untilMs?: number): void;
}

/** The stage whose span is the parent, null for the first one. */
export const parentStage: Readonly<Record<TracedStage, TracedStage | null>> = {
  receive: null,
  journal: "receive",
  append: "journal",
  drop: "journal",
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
