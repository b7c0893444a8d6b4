import { performance } from "node:perf_hooks";

/**
 * Decides how often messages are written while this process is short of CPU: as often as they can be
 * in a third of its time. The rest is for clients that connect, and for feeds.
 */
export type Pace = ReturnType<typeof createPace>;

const busyAbove = 0.85;
/** Writing twice as often costs up to twice as much. */
const idleBelow = 0.4;
const writingShareMax = 1 / 3;
/** Halving ends here. */
const everyMsMin = 100;
const everyMsMax = 1_000;

/** @param busyShare returns the share of the time since its last call in which the process was busy, 0 to 1 */
export function createPace(busyShare: () => number = createBusyShare()) {
  let everyMs = 0;
  return {
    /** The least time between two writes to anybody; 0 while each tick is written at once. */
    get everyMs(): number {
      return everyMs;
    },
    /**
     * Sets or halves the time by how busy the process was since the last call.
     *
     * @param writingMs how long writing to everybody but newcomers takes
     */
    adjust(writingMs: number): void {
      const share = busyShare();
      if (share > busyAbove) {
        everyMs = Math.min(everyMsMax, Math.ceil(writingMs / writingShareMax));
      }
      if (share < idleBelow) everyMs = everyMs / 2 < everyMsMin ? 0 : everyMs / 2;
    },
  };
}

function createBusyShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
