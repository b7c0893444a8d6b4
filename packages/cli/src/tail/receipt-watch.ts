import { compareReceipts, type RestClient } from "@jetwire/client";
import {
  type Message,
  messageIdTimeMs,
  receiptSealMs,
  type StationSummary,
} from "@jetwire/protocol";

/** Compares what came with the receipts of the service, minute by minute. */
export interface ReceiptWatch {
  /** @param stations the stations of the account */
  begin(stations: readonly StationSummary[]): void;
  push(message: Message): void;
  /** Compares the minutes that were sealed since the last call. */
  check(): Promise<void>;
  readonly minutes: number;
  readonly holes: number;
}

const minuteMs = 60_000;
const checkedMinutesMax = 60;

/** @param print called with a sentence about each minute that has a hole */
export function createReceiptWatch(
  rest: RestClient,
  print: (text: string) => void,
  now: () => number = Date.now,
): ReceiptWatch {
  const ids = new Map<number, Set<string>>();
  let stations: readonly StationSummary[] = [];
  let checkedMs: number | null = null;
  const counts = { minutes: 0, holes: 0 };

  async function checkStation({ id, ident }: StationSummary, fromMs: number, toMs: number) {
    const receipts = await rest.listReceipts({
      station: String(id),
      since: new Date(fromMs).toISOString(),
      until: new Date(toMs).toISOString(),
      ids: "true",
    });
    for (const difference of await compareReceipts(receipts, ids.get(id) ?? [])) {
      counts.holes++;
      const { minute, expected, found, missing } = difference;
      print(`${ident} ${minute}: ${found} of ${expected} messages; missing ${missing?.join(" ")}`);
    }
  }

  return {
    begin(given) {
      stations = given;
      // The minute in which the feed began is not complete.
      checkedMs ??= Math.ceil(now() / minuteMs) * minuteMs;
    },
    push({ id, stationId }) {
      ids.set(stationId, (ids.get(stationId) ?? new Set()).add(id));
    },
    async check() {
      const sealedMs = Math.floor((now() - receiptSealMs) / minuteMs) * minuteMs;
      if (checkedMs === null || sealedMs <= checkedMs) return;
      const [fromMs, toMs] = [
        checkedMs,
        Math.min(sealedMs, checkedMs + checkedMinutesMax * minuteMs),
      ];
      for (const station of stations) await checkStation(station, fromMs, toMs);
      checkedMs = toMs;
      counts.minutes += (toMs - fromMs) / minuteMs;
      for (const known of ids.values()) {
        for (const id of known) if (messageIdTimeMs(id) < toMs) known.delete(id);
      }
    },
    get minutes() {
      return counts.minutes;
    },
    get holes() {
      return counts.holes;
    },
  };
}
