/**
 * Prints a flight's latest messages, and the newest one with all its members.
 *
 *   JETWIRE_URL=https://… JETWIRE_KEY=jw_… node read-messages.ts UA123
 */
import process from "node:process";
import { createRestClient, RestError } from "@jetwire/client";

const { JETWIRE_URL = "", JETWIRE_KEY } = process.env;
const rest = createRestClient({ baseUrl: JETWIRE_URL, apiKey: JETWIRE_KEY });
const { tier, requestsPerMinute } = await rest.readMe();
console.error(`${tier}: ${requestsPerMinute} requests a minute`);

let latest = "";
try {
  // Fetches page after page, up to 500 messages, within a minute.
  const flight = process.argv[2] ?? "";
  const call = { itemsMax: 500, signal: AbortSignal.timeout(60_000) };
  for await (const { id, timestamp, text } of rest.listMessages({ flight, limit: 50 }, call)) {
    latest ||= id;
    console.log(timestamp, text);
  }
  if (latest !== "") console.log(await rest.readMessage({ id: latest }));
} catch (error) {
  // Transient failures were retried three times already, after the time in `Retry-After`.
  if (!(error instanceof RestError)) throw error;
  const { status, problem, retryAfterMs } = error;
  console.error(status, problem?.code ?? error.message, problem?.errors ?? [], { retryAfterMs });
  process.exitCode = 1;
}
