/**
 * Prints the messages of stations as they are received.
 *
 *   JETWIRE_REALTIME=wss://… node monitor-stations.ts 7 12
 */
import process from "node:process";
import { connectRealtime } from "@jetwire/client";

const realtime = connectRealtime({ url: process.env["JETWIRE_REALTIME"] ?? "" });
realtime.on("station:monitor:data", ({ station, newMessages }) => {
  for (const { label, tail, text } of newMessages) console.log(station.ident, label, tail, text);
});
for (const id of process.argv.slice(2).map(Number)) {
  realtime
    .monitorStation(id)
    .started.then(() => console.error("monitoring", id))
    .catch((error: unknown) => console.error(id, String(error)));
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void realtime.close());
