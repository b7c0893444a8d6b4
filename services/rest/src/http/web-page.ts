import express, { type Handler, type Request } from "express";

/**
 * Serves the built web page from a folder. The page may load files of this origin and connect to the
 * REST and realtime interfaces only.
 *
 * @param realtimeUrl the next port by default, where the page looks for it
 */
export function serveWebPage(folder: string, realtimeUrl: string | undefined): Handler[] {
  return [
    (request, response, next) => {
      const realtime = realtimeUrl === undefined ? nextPort(request) : new URL(realtimeUrl);
      response.set({
        "Content-Security-Policy": policyWith(realtime),
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
      });
      next();
    },
    express.static(folder, { redirect: false, dotfiles: "ignore", maxAge: 0 }),
  ];
}

function policyWith(realtime: URL | null): string {
  return [
    "default-src 'self'",
    `connect-src ${["'self'", ...originsOf(realtime)].join(" ")}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns null if the Host header is unsafe in a policy, or if its port is the last one. */
function nextPort({ host, secure }: Request): URL | null {
  const address = `${secure ? "https" : "http"}://${host}`;
  if (!/^[A-Za-z0-9.:[\]-]+$/.test(host ?? "") || !URL.canParse(address)) return null;
  const page = new URL(address);
  const port = Number(page.port) || (secure ? 443 : 80);
  const realtime = `${secure ? "wss" : "ws"}://${page.hostname}:${port + 1}`;
  return URL.canParse(realtime) ? new URL(realtime) : null;
}

/** The client opens a WebSocket, and checks the address by HTTP before. */
function originsOf(realtime: URL | null): string[] {
  if (realtime === null) return [];
  const { protocol, host } = realtime;
  return protocol === "wss:"
    ? [`wss://${host}`, `https://${host}`]
    : [`ws://${host}`, `http://${host}`];
}
