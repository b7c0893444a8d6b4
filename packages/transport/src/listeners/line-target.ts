import type { ParsedObject } from "../framing/split-and-parse.ts";

/** Takes the objects that listeners receive. */
export interface LineTarget {
  /** The fill of what is before the disk, 0 to 1; TCP senders are paused above 0.5. */
  readonly fill: number;
  /** Takes objects of a sender that gets no answer. */
  offer(objects: readonly ParsedObject[], address: string): void;
}
