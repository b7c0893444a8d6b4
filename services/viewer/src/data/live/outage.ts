import { nextOutage, type Outage } from "./next-outage.ts";
import { connection } from "./realtime.ts";
import { createStore } from "../store.ts";

/** The latest outage of the connection; null if there was none. The first attempts are no outage. */
export const outage = createStore<Outage | null>(null);

let hasConnected = false;

connection.subscribe(() => {
  const status = connection.get();
  if (hasConnected) outage.set(nextOutage(outage.get(), status, Date.now()));
  hasConnected ||= status.state === "connected";
});
