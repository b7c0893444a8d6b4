/**
 * Prints every message of one aircraft, of all stations, without a hole across reconnections.
 *
 *   JETWIRE_REALTIME=wss://… JETWIRE_KEY=jw_… node watch-aircraft.ts D-ABCD
 */
import process from "node:process";
import { connectRealtime, RealtimeError } from "@jetwire/client";

const realtime = connectRealtime({
  url: process.env["JETWIRE_REALTIME"] ?? "",
  apiKey: process.env["JETWIRE_KEY"] ?? "",
});
const [tail] = process.argv.slice(2);

const watch = realtime.watch(
  { tail },
  {
    handle: ({ timestamp, stationId, text }) => console.log(timestamp, stationId, text),
    onGap: ({ after }) => console.error("messages are missing after", after),
  },
);
try {
  await watch.started;
  console.error("watching", tail);
} catch (error) {
  // For example `filter: selects 12 % of the messages (120 of the last 1000), and a watch may select 5 %`.
  console.error(error instanceof RealtimeError ? error.message : error);
  await realtime.close();
  process.exitCode = 1;
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void realtime.close());
