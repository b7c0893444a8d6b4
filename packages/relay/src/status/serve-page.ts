import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type HttpListener, serveHttp } from "@jetwire/runtime";

const closeMsMax = 500;
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/**
 * Serves a page and `/status.json`.
 *
 * @param status returns what `/status.json` has
 * @param pageOf returns the page, HTML, of a status
 */
export async function servePage<Status>(
  address: { readonly host: string; readonly port: number },
  status: () => Status,
  pageOf: (status: Status) => string,
): Promise<HttpListener> {
  const isLocal = loopback.test(address.host.includes(":") ? `[${address.host}]` : address.host);
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, isLocal);
    if (refusal !== null) return end(response, ...refusal);
    const path = request.url?.split("?", 1)[0];
    if (path === "/") return end(response, 200, "text/html; charset=utf-8", pageOf(status()));
    if (path !== "/status.json") return end(response, 404, "text/plain", "not found\n");
    return end(response, 200, "application/json", `${JSON.stringify(status())}\n`);
  });
  server.maxConnections = 32;
  server.requestTimeout = 5_000;
  return await serveHttp(server, address, closeMsMax);
}

/** @param isLocal whether only this machine may ask: a page of another origin has another name in `Host` */
function refusalOf(request: IncomingMessage, isLocal: boolean): [number, string, string] | null {
  const isForeign = isLocal && !loopback.test(request.headers.host ?? "");
  if (isForeign) return [403, "text/plain", "open this page as localhost\n"];
  return request.method === "GET" ? null : [405, "text/plain", "only GET\n"];
}

function end(response: ServerResponse, code: number, type: string, body: string): void {
  response.writeHead(code, { ...headers, "content-type": type });
  response.end(body);
}
