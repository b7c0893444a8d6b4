import type { Ready } from "./ready-file.ts";

/** What to open and what to try, once everything is ready. */
export function welcome(ready: Ready, dataDir: string, isUsualDir: boolean): string {
  const { rest, ws, ingest, demo } = ready;
  const key = demo?.apiKey ?? "<API key: npm run -s jetwire -- keys issue --account NAME>";
  const udp = ingest.udp[0];
  const doctor = `npm run -s jetwire -- doctor${isUsualDir ? "" : ` --data ${dataDir}`}`;
  return [
    "",
    "Jetwire is ready.",
    "",
    `  Viewer      ${rest}/`,
    `  REST        ${rest}/v1`,
    `  Socket.IO   ${ws}`,
    `  Feeders     UDP ${ingest.udp.join(" ")} · TCP ${ingest.tcp.join(" ")}`,
    `              ${ingest.http}`,
    ...(demo === null
      ? []
      : ["", "  The demo account's feeders are simulated; its key:", `    ${key}`]),
    "",
    "  Try",
    `    curl -H 'Authorization: Bearer ${key}' '${rest}/v1/messages?limit=3'`,
    `    io("${ws}", { transports: ["websocket"], auth: { apiKey: "${key}" } }).on("feed:message", console.log)`,
    `    acarsdec --output json:udp:host=127.0.0.1,port=${udp} -i MY-STATION -r 0 131.550 131.725`,
    `    ${doctor}`,
    "",
    `  Data and logs are in ${dataDir}. Ctrl-C stops everything.`,
    "",
  ].join("\n");
}
