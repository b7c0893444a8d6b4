import type { Ready } from "./ready-file.ts";

/** Facts that the summary shows besides the addresses of `ready.json`. */
export interface SummaryOptions {
  readonly dataDir: string;
  readonly isDefaultDir: boolean;
  /** Address of the page's development server, or null. */
  readonly devPage: string | null;
}

/** Returns the text that `npm start` prints when everything is ready: addresses and examples. */
export function startupSummary(ready: Ready, options: SummaryOptions): string {
  const { rest, ws, ingest, demo } = ready;
  const { dataDir, isDefaultDir, devPage } = options;
  const key = demo?.apiKey ?? "<API key: npm run -s jetwire -- keys issue --account NAME>";
  const udp = ingest.udp[0];
  const data = isDefaultDir ? "" : ` --data ${dataDir}`;
  return [
    "",
    "Jetwire is ready.",
    "",
    // By its name, because browsers refuse passkeys at IP addresses.
    `  Page        ${devPage ?? `${rest.replace("127.0.0.1", "localhost")}/`}`,
    `  Documents   ${rest}/docs/`,
    `  REST        ${rest}/v1`,
    `  Socket.IO   ${ws}`,
    `  Feeders     UDP ${ingest.udp.join(" ")} · TCP ${ingest.tcp.join(" ")}`,
    `              ${ingest.http}`,
    ...(demo === null
      ? []
      : ["", "  Simulated feeders send to the demo account. Its API key:", `    ${key}`]),
    "",
    "  Read messages over REST:",
    `    curl -H 'Authorization: Bearer ${key}' '${rest}/v1/messages?limit=3'`,
    "  Receive messages of the account's stations over Socket.IO:",
    `    io("${ws}", { transports: ["websocket"], auth: { apiKey: "${key}" } }).on("feed:message", console.log)`,
    "  Feed messages of your own station (acarsdec 4):",
    `    acarsdec -i MY-STATION --output json:udp:host=127.0.0.1,port=${udp} --rtlsdr 0 131.550 131.725`,
    "  Sign up on the page, and make the account an operator:",
    `    npm run -s jetwire -- accounts role NAME operator${data}`,
    "  Check the health of all parts:",
    `    npm run -s jetwire -- doctor${data}`,
    "",
    ...(devPage === null
      ? []
      : ["  Services restart and the page reloads when their sources change.", ""]),
    `  Data and logs are in ${dataDir}. Press Ctrl-C to stop.`,
    "",
  ].join("\n");
}
