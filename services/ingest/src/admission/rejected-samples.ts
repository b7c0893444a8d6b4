import type { Logger } from "@jetwire/runtime";

/** Small samples of what was rejected, for the operator: a few of each reason an hour. */
export interface RejectedSamples {
  keep(reason: string, detail: string, raw: string): void;
}

const perReasonMax = 3;
const windowMs = 3_600_000;
/** Enough to tell a format by, too little to hold a message. */
const headChars = 48;

export function createRejectedSamples(log: Logger, now: () => number): RejectedSamples {
  const kept = new Map<string, { count: number; sinceMs: number }>();
  return {
    keep(reason, detail, raw) {
      const nowMs = now();
      const window = kept.get(reason);
      const fresh = window === undefined || nowMs - window.sinceMs > windowMs;
      const count = fresh ? 1 : window.count + 1;
      kept.set(reason, { count, sinceMs: fresh ? nowMs : window.sinceMs });
      if (count <= perReasonMax) {
        log.warn({ reason, detail, head: raw.slice(0, headChars) }, "object rejected");
      }
    },
  };
}
