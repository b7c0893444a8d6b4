import type { RestClient } from "@jetwire/client";

/**
 * Where the realtime interface is: as the service says, or else on the port after the page's own,
 * which is how the ports lie unless configured otherwise.
 */
export async function realtimeAddress(
  rest: Pick<RestClient, "readStatus">,
  page: URL,
): Promise<string> {
  try {
    const { realtime } = await rest.readStatus();
    if (realtime !== null) return realtime;
  } catch {
    // A service that can't answer now may have its realtime interface up all the same.
  }
  return nextPort(page);
}

function nextPort(page: URL): string {
  const secure = page.protocol === "https:";
  const port = Number(page.port) || (secure ? 443 : 80);
  return `${secure ? "wss" : "ws"}://${page.hostname}:${port + 1}`;
}
