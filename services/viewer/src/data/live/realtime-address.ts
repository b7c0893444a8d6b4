/**
 * Returns the address of the realtime interface: the one that the server wrote into the page, or else
 * the port after the page's own, which is the default.
 */
export function realtimeAddress(written: string | null | undefined, page: URL): string {
  if (written && /^wss?:\/\//.test(written) && URL.canParse(written)) return written;
  const secure = page.protocol === "https:";
  const port = Number(page.port) || (secure ? 443 : 80);
  return `${secure ? "wss" : "ws"}://${page.hostname}:${port + 1}`;
}
