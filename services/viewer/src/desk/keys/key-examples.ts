/** Returns a command that reads the latest messages with a key. */
export function curlExample(origin: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' '${origin}/v1/messages?limit=3'`;
}

/** Returns a program that receives the feed of the key's account. */
export function clientExample(origin: string, key: string): string {
  return `import { connectRealtime, createRestClient } from "@jetwire/client";

const { realtime } = await createRestClient({ baseUrl: "${origin}" }).readStatus();
const feed = connectRealtime({
  url: realtime ?? "${nextPort(origin)}",
  apiKey: "${key}",
  feed: { handle: (message) => console.log(message.tail, message.text) },
});`;
}

function nextPort(origin: string): string {
  const page = new URL(origin);
  const isSecure = page.protocol === "https:";
  const port = Number(page.port) || (isSecure ? 443 : 80);
  return `${isSecure ? "wss" : "ws"}://${page.hostname}:${port + 1}`;
}
