import type { Message } from "@jetwire/protocol";
import { onRealtime } from "../data/realtime.ts";
import { createStore } from "../data/store.ts";
import type { MessageRow } from "../list/message-row.ts";
import { createLiveRows } from "../live/live-rows.ts";

interface MonitorView {
  readonly rows: readonly MessageRow[];
  /** Rows that wait until the reader wants them. */
  readonly waiting: number;
  /** Messages since the monitor was opened. */
  readonly received: number;
  /** The reason why the server refused; null if it did not. */
  readonly refusal: string | null;
}

interface Monitored {
  readonly id: number;
  readonly ident: string;
}

const publishMs = 250;
const nothing: MonitorView = { rows: [], waiting: 0, received: 0, refusal: null };

/** The messages of the station that the page monitors; it changes at most four times a second. */
export const monitorView = createStore<MonitorView>(nothing);

let rows = createLiveRows();

/** Shows what waits above the list, now. */
export function showMonitored(): void {
  rows.show();
  publish({});
}

/**
 * Monitors a station: every message that it receives.
 *
 * @param isReading tells whether somebody reads the list, so that new rows must wait
 * @returns stops it
 */
export function followStation({ id, ident }: Monitored, isReading: () => boolean): () => void {
  rows = createLiveRows();
  monitorView.set(nothing);
  const station = {
    id,
    ident,
    sourceType: null,
    countryCode: null,
    latitude: null,
    longitude: null,
  };
  let received = 0;
  let hasChanged = false;

  function add(message: Message): void {
    rows.add({ ...message, station });
    received += 1;
    hasChanged = true;
  }

  const stop = onRealtime((realtime) => {
    const off = realtime.on("station:monitor:data", ({ stationId, newMessages }) => {
      if (stationId !== id) return;
      for (const message of newMessages) add(message);
    });
    const { started } = realtime.monitorStation(id);
    started.then(
      () => publish({ refusal: null }),
      (error: Error) => publish({ refusal: error.message }),
    );
    return () => {
      off();
      realtime.stopMonitoring(id);
    };
  });
  const timer = setInterval(() => {
    if (!hasChanged) return;
    hasChanged = false;
    if (!isReading()) rows.show();
    publish({ received, refusal: null });
  }, publishMs);
  return () => {
    clearInterval(timer);
    stop();
  };
}

function publish(change: Partial<MonitorView>): void {
  const { rows: shown, waiting } = rows.view();
  monitorView.set({ ...monitorView.get(), ...change, rows: shown, waiting });
}
