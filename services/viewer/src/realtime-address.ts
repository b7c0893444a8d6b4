import type { RestClient } from "@jetwire/client";

/**
 * Returns the address of the realtime interface: the one that the service reports, or else the port
 * after the page's own, which is the default.
 */
export async function realtimeAddress(
  rest: Pick<RestClient, "readStatus">,
  page: URL,
): Promise<string> {
  try {
    const { realtime } = await rest.readStatus();
    if (realtime !== null) return realtime;
  } catch {
    // The realtime interface may be available while REST is not.
  }
  return nextPort(page);
}

function nextPort(page: URL): string {
  const secure = page.protocol === "https:";
  const port = Number(page.port) || (secure ? 443 : 80);
  return `${secure ? "wss" : "ws"}://${page.hostname}:${port + 1}`;
}
