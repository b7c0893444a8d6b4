/**
 * Process of a feeder account's client. Counts `feed:message` and measures the time from a
 * message's sending (its timestamp, this machine's clock) to its handler, in ms.
 *
 * argv: gateway URL, API key. Sends "ready" when authenticated; answers any message of its parent
 * with its figures, and resets the times at "begin".
 */
import { build } from "hdr-histogram-js";
import { io } from "socket.io-client";

const [url = "", apiKey = ""] = process.argv.slice(2);
const histogram = build({ highestTrackableValue: 600_000, numberOfSignificantValueDigits: 3 });
let received = 0;

const socket = io(url, { transports: ["websocket"], auth: { apiKey } });
socket.on("feed:authenticated", () => process.send?.("ready"));
socket.on("feed:error", ({ message }: { message: string }) => {
  throw new Error(message);
});
socket.on("feed:message", ({ timestamp }: { timestamp: string }) => {
  received++;
  histogram.recordValue(Math.max(0, Date.now() - Date.parse(timestamp)));
});

process.on("message", (asked) => {
  if (asked === "begin") histogram.reset();
  process.send?.({
    received,
    p50: histogram.getValueAtPercentile(50),
    p99: histogram.getValueAtPercentile(99),
    max: histogram.maxValue,
  });
});
process.on("disconnect", () => process.exit(0));
