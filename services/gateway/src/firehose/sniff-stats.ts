import type { SniffStats } from "@jetwire/protocol";
import type { FirehoseState } from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import type { SentCounts } from "./firehose.ts";

/** Tells who asked how much of the traffic the firehose shows, every ten seconds. */
export interface SniffStatsTeller {
  /** Begins to tell; again for the same one, it begins anew. */
  begin(asker: object, ask: StatsAsk): void;
  end(asker: object): void;
  /** Tells whoever's turn it is. */
  tell(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

export interface StatsAsk {
  counts(): SentCounts;
  emit(stats: SniffStats): void;
}

interface Asker extends StatsAsk {
  sinceMs: number;
  sent: SentCounts;
  /** The deployment's totals when last told; null before they are known. */
  totals: Totals | null;
}

type Totals = Pick<FirehoseState, "seen" | "sampled">;

const everyMs = 10_000;
const lookMs = 1_000;

/**
 * @param readState what samplers have in force and have counted; null while none runs
 * @param now monotonic, ms
 */
export function createSniffStats(
  readState: () => Promise<FirehoseState | null>,
  now: () => number,
): SniffStatsTeller {
  const askers = new Map<object, Asker>();

  function tellOne(asker: Asker, state: FirehoseState | null): void {
    const totals = state ?? asker.totals ?? { seen: 0, sampled: 0 };
    asker.totals ??= totals;
    if (now() - asker.sinceMs < everyMs) return;
    const counts = asker.counts();
    asker.emit({
      // Totals begin again in a Redis that was emptied.
      seen: Math.max(0, totals.seen - asker.totals.seen),
      sampled: Math.max(0, totals.sampled - asker.totals.sampled),
      sent: counts.sent - asker.sent.sent,
      dropped: counts.dropped - asker.sent.dropped,
      fraction: state?.fraction ?? 0,
    });
    asker.sinceMs += everyMs;
    asker.sent = { ...counts };
    asker.totals = totals;
  }

  async function tell(): Promise<void> {
    if (askers.size === 0) return;
    const state = await readState();
    for (const asker of askers.values()) tellOne(asker, state);
  }

  return {
    begin(asker, ask) {
      askers.set(asker, { ...ask, sinceMs: now(), sent: { ...ask.counts() }, totals: null });
    },
    end: (asker) => void askers.delete(asker),
    tell,
    async run(signal) {
      while (!signal.aborted) {
        // With Redis away they are told later, of a longer time.
        await tell().catch(() => {});
        await pause(lookMs, signal);
      }
    },
  };
}
