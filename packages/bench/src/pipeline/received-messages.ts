import { build } from "hdr-histogram-js";
import type { FeedFigures } from "./feed-client.ts";

/**
 * Counts messages in a client's process and measures the time from sending to receiving, in ms by this machine's clock.
 * Answers any message of the parent process with the figures, and resets the times at "begin".
 */
export function countReceived() {
  const histogram = build({ highestTrackableValue: 600_000, numberOfSignificantValueDigits: 3 });
  let received = 0;
  process.on("message", (asked) => {
    if (asked === "begin") histogram.reset();
    process.send?.({
      received,
      p50: histogram.getValueAtPercentile(50),
      p99: histogram.getValueAtPercentile(99),
      max: histogram.maxValue,
    } satisfies FeedFigures);
  });
  process.on("disconnect", () => process.exit(0));
  return {
    ready: () => process.send?.("ready"),
    /** Counts a message. Without `sentMs`, its time is not measured. */
    count(sentMs?: number): void {
      received++;
      if (sentMs !== undefined) histogram.recordValue(Math.max(0, Date.now() - sentMs));
    },
  };
}
