import type { Backlog } from "./backlog.ts";
import type { Journaled } from "../journal/journal-queue.ts";

/**
 * A backlog that gives on what was journaled in this life only when `ready` has resolved, and all
 * before it has been settled by then. When stations have moved to other partitions, what came of them
 * before is thus read by those who deliver before what comes now, and their order holds.
 *
 * @param firstSeq the first number of this life
 */
export function holdBack(
  backlog: Backlog,
  firstSeq: number,
  ready: () => Promise<void>,
): Pick<Backlog, "next" | "rewind"> {
  let isOpen = false;
  let held: readonly Journaled[] = [];
  return {
    async next(max) {
      if (isOpen) return await backlog.next(max);
      if (held.length === 0) {
        const batch = await backlog.next(max);
        held = batch.filter(({ entry }) => entry.seq >= firstSeq);
        if (held.length < batch.length) return batch.slice(0, batch.length - held.length);
        if (held.length === 0) return held;
      }
      await ready();
      isOpen = true;
      const first = held;
      held = [];
      return first;
    },
    rewind(fromSeq) {
      held = [];
      backlog.rewind(fromSeq);
    },
  };
}
