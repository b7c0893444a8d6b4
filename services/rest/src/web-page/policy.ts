import type { Request } from "express";

/** Returns the address of the realtime interface for a page: the configured one, or the next port. */
export function realtimeOf(request: Request, realtimeUrl: string | undefined): URL | null {
  return realtimeUrl === undefined ? nextPort(request) : new URL(realtimeUrl);
}

/** Returns the origin by which the page was loaded, or null if the Host header is unsafe in a text. */
export function originOfPage({ host, protocol }: Request): string | null {
  const address = `${protocol}://${host}`;
  if (!/^[A-Za-z0-9.:[\]-]+$/.test(host ?? "") || !URL.canParse(address)) return null;
  return address;
}

/** Returns null if the Host header is unsafe in a policy, or if its port is the last one. */
function nextPort(request: Request): URL | null {
  const address = originOfPage(request);
  if (address === null) return null;
  const { port, hostname } = new URL(address);
  const next = (Number(port) || (request.secure ? 443 : 80)) + 1;
  const realtime = `${request.secure ? "wss" : "ws"}://${hostname}:${next}`;
  return URL.canParse(realtime) ? new URL(realtime) : null;
}

/**
 * Returns the Content-Security-Policy of the page. Scripts are files of this origin, and no text becomes
 * HTML except by the one policy of Trusted Types that the page defines.
 *
 * @param tiles the address of a tile server, which the page may load from
 */
export function contentPolicy(realtime: URL | null, tiles: string | undefined): string {
  const tileOrigins = tiles === undefined ? [] : [new URL(tiles).origin];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self'", ...tileOrigins].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...originsOf(realtime), ...tileOrigins].join(" "),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
    "report-uri /v1/csp-reports",
  ].join("; ");
}

/** The client opens a WebSocket, and checks the address by HTTP before. */
function originsOf(realtime: URL | null): string[] {
  if (realtime === null) return [];
  const { protocol, host } = realtime;
  return protocol === "wss:"
    ? [`wss://${host}`, `https://${host}`]
    : [`ws://${host}`, `http://${host}`];
}

const passkeyFeatures = ["publickey-credentials-create", "publickey-credentials-get"];

/** Features that browsers may grant to a page. Writing to the clipboard is not here: the page copies links. */
const refusedFeatures = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** The Permissions-Policy of the page: passkeys, and no other feature. */
export const permissionsPolicy = [
  ...passkeyFeatures.map((name) => `${name}=(self)`),
  ...refusedFeatures.map((name) => `${name}=()`),
].join(", ");
