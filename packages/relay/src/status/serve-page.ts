import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type HttpListener, serveHttp } from "@jetwire/runtime";
import { pageOf } from "./page.ts";
import type { RelayStatus } from "./status.ts";

const closeMsMax = 500;
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Serves the page and `/status.json`. */
export async function servePage(
  address: { readonly host: string; readonly port: number },
  status: () => RelayStatus,
): Promise<HttpListener> {
  const isLocal = loopback.test(address.host.includes(":") ? `[${address.host}]` : address.host);
  const server = createServer((request, response) => answer(request, response, isLocal, status));
  server.maxConnections = 32;
  server.requestTimeout = 5_000;
  return await serveHttp(server, address, closeMsMax);
}

/** @param isLocal whether only this machine may ask: a page of another origin has another name in `Host` */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  isLocal: boolean,
  status: () => RelayStatus,
): void {
  const path = request.url?.split("?", 1)[0];
  const isForeign = isLocal && !loopback.test(request.headers.host ?? "");
  if (isForeign) return end(response, 403, "text/plain", "open this page as localhost\n");
  if (request.method !== "GET") return end(response, 405, "text/plain", "only GET\n");
  if (path === "/") return end(response, 200, "text/html; charset=utf-8", pageOf(status()));
  if (path !== "/status.json") return end(response, 404, "text/plain", "not found\n");
  return end(response, 200, "application/json", `${JSON.stringify(status())}\n`);
}

function end(response: ServerResponse, code: number, type: string, body: string): void {
  response.writeHead(code, { ...headers, "content-type": type });
  response.end(body);
}
