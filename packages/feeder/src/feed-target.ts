/** An address of ingest, read from a URL. */
export type FeedTarget =
  | { readonly transport: "udp" | "tcp"; readonly host: string; readonly port: number }
  | { readonly transport: "http"; readonly url: URL };

/** Reads `udp://host:port`, `tcp://host:port` or an http(s) URL; null when the text is none of these. */
export function parseFeedTarget(text: string): FeedTarget | null {
  const url = URL.parse(text);
  if (url === null) return null;
  switch (url.protocol) {
    case "http:":
    case "https:":
      return { transport: "http", url };
    case "udp:":
    case "tcp:": {
      const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
      const port = Number(url.port);
      const transport = url.protocol === "udp:" ? "udp" : "tcp";
      return host === "" || port === 0 ? null : { transport, host, port };
    }
    default:
      return null;
  }
}
