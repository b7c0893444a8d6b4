import { pause } from "@jetwire/runtime";
import type { Wire } from "./engine-connection.ts";

const sliceMs = 100;

/**
 * Lets go of connections in equal slices over some seconds, so that their clients don't all come
 * back elsewhere at once. The transport is closed, after what waits for it has been sent; a
 * Socket.IO disconnect would stop clients from reconnecting.
 */
export async function drain(connections: Iterable<Wire>, seconds: number): Promise<void> {
  const wires = [...connections];
  const slices = Math.max(1, Math.round((seconds * 1_000) / sliceMs));
  const perSlice = Math.ceil(wires.length / slices);
  for (let start = 0; start < wires.length; start += perSlice) {
    for (const wire of wires.slice(start, start + perSlice)) wire.close();
    if (start + perSlice < wires.length) await pause(sliceMs);
  }
}
