import express, { type Handler } from "express";

/**
 * Serves the built web page from a folder. The page may load only what comes from here and talk to
 * the REST and realtime interfaces, nothing else.
 */
export function serveViewer(folder: string, realtimeUrl: string | undefined): Handler[] {
  const policy = [
    "default-src 'self'",
    `connect-src ${["'self'", ...realtimeOrigins(realtimeUrl)].join(" ")}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return [
    (_request, response, next) => {
      response.set({
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
      });
      next();
    },
    express.static(folder, { redirect: false, dotfiles: "ignore", maxAge: 0 }),
  ];
}

/** Socket.IO's client opens a WebSocket; the http form is for its own address checks. */
function realtimeOrigins(realtimeUrl: string | undefined): string[] {
  if (realtimeUrl === undefined) return [];
  const { protocol, host } = new URL(realtimeUrl);
  return protocol === "wss:"
    ? [`wss://${host}`, `https://${host}`]
    : [`ws://${host}`, `http://${host}`];
}
