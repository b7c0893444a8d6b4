import { withoutStationKeys } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";

/** Logs small samples of rejected objects for the operator. */
export type RejectedSamples = ReturnType<typeof createRejectedSamples>;

const perReasonMax = 3;
const windowMs = 6 * 3_600_000;
/** Long enough to recognize a format, too short to contain a message. */
const headChars = 48;
/** A run that may be a part of a credential, such as a key that was cut in half by a datagram's end. */
const longRun = /\w{16,}/g;

export function createRejectedSamples(log: Logger) {
  const windows = new Map<string, { count: number; sinceMs: number }>();
  return {
    /** Logs the object unless enough of the same reason were logged in the last six hours. */
    add(reason: string, detail: string, raw: string): void {
      const nowMs = Date.now();
      let window = windows.get(reason);
      if (window === undefined || nowMs - window.sinceMs > windowMs) {
        windows.set(reason, (window = { count: 0, sinceMs: nowMs }));
      }
      if (++window.count <= perReasonMax) {
        const head = raw.slice(0, headChars);
        log.warn({ reason, detail: masked(detail), head: masked(head) }, "object rejected");
      }
    },
  };
}

function masked(text: string): string {
  return withoutStationKeys(text).replace(longRun, "…");
}
