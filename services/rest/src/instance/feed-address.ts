import type { RestConfig } from "../config.ts";
import type { RestRequest } from "../route.ts";

type Addresses = Pick<
  RestConfig,
  "FEED_HOST" | "INGEST_HTTP_PORT" | "INGEST_TCP_PORTS" | "INGEST_UDP_PORTS" | "PUBLIC_URL"
>;

/** Returns the origin of the web page: the configured one, else the one by which this request came. */
export function pageOrigin(
  { address }: Pick<RestRequest, "address">,
  config: Pick<RestConfig, "PUBLIC_URL">,
): string {
  const url = config.PUBLIC_URL ?? address;
  return URL.canParse(url) ? new URL(url).origin : "";
}

/** Returns the host to which feeders send: the configured one, else that of the web page. */
export function feedHost(request: Pick<RestRequest, "address">, config: Addresses): string {
  if (config.FEED_HOST !== undefined) return config.FEED_HOST;
  const origin = pageOrigin(request, config);
  return origin === "" ? "localhost" : new URL(origin).hostname;
}

/** Port 0 lets the system choose, so it cannot be named. */
function isKnown(port: number): boolean {
  return port !== 0;
}

/** Returns the ports to which feeders send. */
export function feedPorts(config: Addresses) {
  return {
    udp: config.INGEST_UDP_PORTS.filter(isKnown),
    tcp: config.INGEST_TCP_PORTS.filter(isKnown),
    http: isKnown(config.INGEST_HTTP_PORT) ? config.INGEST_HTTP_PORT : null,
  };
}
