import { pause } from "@jetwire/runtime";
import type { EngineConnection } from "./engine-connection.ts";

const sliceMs = 100;

/**
 * Closes connections in equal slices over some seconds, so that their clients do not all reconnect
 * elsewhere at once. It closes the transport, after pending data has been sent; a Socket.IO
 * disconnect would stop clients from reconnecting. If the signal aborts, the others stay open.
 */
export async function drain(
  all: Iterable<EngineConnection>,
  seconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const connections = [...all];
  const slices = Math.max(1, Math.round((seconds * 1_000) / sliceMs));
  const perSlice = Math.ceil(connections.length / slices);
  for (let start = 0; start < connections.length; start += perSlice) {
    if (signal?.aborted === true) return;
    for (const connection of connections.slice(start, start + perSlice)) connection.close();
    if (start + perSlice < connections.length) await pause(sliceMs, signal);
  }
}
