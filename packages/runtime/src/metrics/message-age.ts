import type { Metrics } from "./metrics.ts";

/**
 * The stages of a message's path, in order. `journal`: on disk; `stream`: appended to Redis; `store`: in
 * Postgres; `feed-log`: in its account's feed log; `feed`: written to a client of the feed; `watch`: written to a client that watches it; `sample`: published
 * by a sampler; `firehose`: written to viewers.
 */
export type MessageStage =
  | "journal"
  | "stream"
  | "store"
  | "feed-log"
  | "feed"
  | "watch"
  | "sample"
  | "firehose";

/** Records how old messages are when they reach a stage. */
export type MessageAge = ReturnType<typeof createMessageAge>;

/**
 * Creates the record of a stage in the metric `jetwire_message_age_seconds`. Ages of another host's messages
 * include the difference of the clocks.
 *
 * @param now the clock, Unix ms
 */
export function createMessageAge(
  stage: MessageStage,
  { messageAges }: Pick<Metrics, "messageAges">,
  now: () => number = Date.now,
) {
  const labels = { stage };
  messageAges.zero(labels);
  return {
    /**
     * Notes that messages have reached the stage now.
     *
     * @param acceptedAtMs when ingest accepted each of them, Unix ms
     */
    reached(acceptedAtMs: Iterable<number>): void {
      const nowMs = now();
      for (const ms of acceptedAtMs) messageAges.observe(labels, Math.max(0, nowMs - ms) / 1_000);
    },
  };
}
