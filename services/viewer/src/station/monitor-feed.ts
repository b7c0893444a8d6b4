import { onRealtime } from "../data/live/realtime.ts";
import { atMostEvery, createStore } from "../data/store.ts";
import { createFollowedRows } from "../list/followed-rows.ts";

interface MonitorState {
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
const nothing: MonitorState = { received: 0, refusal: null };

/** The messages of the station that the page monitors. */
export const monitorRows = createFollowedRows();

/** The state of the monitor; it changes at most four times a second. */
export const monitorState = createStore(nothing);

/** Monitors a station: every message that it receives. @returns stops it */
export function followStation({ id, ident }: Monitored): () => void {
  monitorRows.clear();
  monitorState.set(nothing);
  const station = {
    id,
    ident,
    sourceType: null,
    countryCode: null,
    latitude: null,
    longitude: null,
  };
  let received = 0;
  let isStopped = false;
  const publish = atMostEvery(publishMs, () => {
    if (!isStopped) monitorState.set({ received, refusal: null });
  });

  const stop = onRealtime((realtime) => {
    const off = realtime.on("station:monitor:data", ({ stationId, newMessages }) => {
      if (stationId !== id) return;
      for (const message of newMessages) monitorRows.add({ ...message, station });
      received += newMessages.length;
      publish();
    });
    const { started } = realtime.monitorStation(id);
    started.then(
      () => monitorState.set({ received, refusal: null }),
      (error: Error) => monitorState.set({ received, refusal: error.message }),
    );
    return () => {
      off();
      realtime.stopMonitoring(id);
    };
  });
  return () => {
    isStopped = true;
    stop();
  };
}
