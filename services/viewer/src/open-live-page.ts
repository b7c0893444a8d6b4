import { connectRealtime, createRestClient } from "@jetwire/client";
import { createLivePage } from "./live-page.ts";
import { realtimeAddress } from "./realtime-address.ts";

const statusMsMax = 5_000;

/** Connects the page to the firehose of the service that served it. */
export async function openLivePage(): Promise<void> {
  const page = createLivePage();
  const rest = createRestClient({
    baseUrl: location.origin,
    timeoutMs: statusMsMax,
    attemptsMax: 1,
  });
  const realtime = connectRealtime({ url: await realtimeAddress(rest, new URL(location.href)) });
  realtime.onConnection((connection) => page.connection(connection));
  realtime.on("message", (message) => page.add(message));
  realtime.on("messages:sniff:started", () => page.refused(null));
  realtime.on("error", ({ message }) => page.refused(message));
  realtime.sniff();
}
