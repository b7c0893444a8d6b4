/**
 * Prints the messages of the sampled firehose that have one of the given labels.
 *
 *   JETWIRE_REALTIME=wss://… node firehose.ts H1 5Z
 */
import process from "node:process";
import { connectRealtime, RealtimeError } from "@jetwire/client";

const realtime = connectRealtime({ url: process.env["JETWIRE_REALTIME"] ?? "" });
realtime.on("messages:sniff:recent", ({ newMessages }) => {
  for (const { tail, text } of newMessages.toReversed()) console.log("earlier", tail, text);
});
realtime.on("message", ({ station, tail, text }) => console.log(station.ident, tail, text));
realtime.on("messages:sniff:stats", ({ fraction, dropped }) =>
  console.error({ fraction, dropped }),
);

const label = process.argv.slice(2);
const sniffing = realtime.sniff({ filter: { label }, recent: 20, stats: true });
try {
  const { filter } = await sniffing.started;
  console.error("filter:", filter);
} catch (error) {
  // For example `filter.label: must be a label of two characters, for example H1`.
  console.error(error instanceof RealtimeError ? error.message : error);
  await realtime.close();
  process.exitCode = 1;
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void realtime.close());
