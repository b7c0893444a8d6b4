import express, { type Handler, type Request } from "express";

/**
 * Serves the built web page from a folder. The page may load only what comes from here and talk to
 * the REST and realtime interfaces, nothing else.
 *
 * @param realtimeUrl when not given, it is where the page looks for it then: a port further
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

/** Null for a Host that would say something else in a policy, or that has no port after its own. */
function nextPort({ host, secure }: Request): URL | null {
  const address = `${secure ? "https" : "http"}://${host}`;
  if (!/^[A-Za-z0-9.:[\]-]+$/.test(host ?? "") || !URL.canParse(address)) return null;
  const page = new URL(address);
  const port = Number(page.port) || (secure ? 443 : 80);
  const realtime = `${secure ? "wss" : "ws"}://${page.hostname}:${port + 1}`;
  return URL.canParse(realtime) ? new URL(realtime) : null;
}

/** Socket.IO's client opens a WebSocket; the http form is for its own address checks. */
function originsOf(realtime: URL | null): string[] {
  if (realtime === null) return [];
  const { protocol, host } = realtime;
  return protocol === "wss:"
    ? [`wss://${host}`, `https://${host}`]
    : [`ws://${host}`, `http://${host}`];
}
