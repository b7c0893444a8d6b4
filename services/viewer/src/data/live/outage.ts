import type { ConnectionStatus } from "@jetwire/client/realtime";
import { nextOutage, type Outage } from "./next-outage.ts";
import { overHttp } from "./over-http.ts";
import { connection } from "./realtime.ts";
import { createStore } from "../store.ts";

/** The latest time without live messages; null if there was none. The first attempts to connect are no outage. */
export const outage = createStore<Outage | null>(null);

let hasConnected = false;

connection.subscribe(() => {
  const status = readStatus();
  if (overHttp.get() === "lost" || (hasConnected && overHttp.get() === "unused")) change(status);
});

overHttp.subscribe(() => {
  const status = readStatus();
  const stream = overHttp.get();
  if (stream === "open") change({ state: "connected" });
  else if (stream === "unused" && !hasConnected) outage.set(null);
  // When a stream ends, the next attempt comes at another time than the status says.
  else change(status.state === "waiting" ? { ...status, retryMs: null } : status);
});

function readStatus(): ConnectionStatus {
  const status = connection.get();
  hasConnected ||= status.state === "connected";
  return status;
}

function change(status: ConnectionStatus): void {
  outage.set(nextOutage(outage.get(), status, Date.now()));
}
