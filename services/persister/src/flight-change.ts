import type { MessageToStore } from "@jetwire/db";

/** Expected arrivals change from message to message; less than this is no news. */
const etaMs = 300_000;

/** Returns what a message says of its flight, each fact with its value. */
export function factsOf({
  departingAirport,
  destinationAirport,
  times,
}: MessageToStore["message"]): string[] {
  const said: string[] = [];
  if (departingAirport !== null) said.push(`departure ${departingAirport}`);
  if (destinationAirport !== null) said.push(`destination ${destinationAirport}`);
  for (const [name, time] of Object.entries(times ?? {})) {
    if (time === null) continue;
    said.push(name === "eta" ? `eta ${Math.round(Date.parse(time) / etaMs)}` : `${name} ${time}`);
  }
  return said;
}
