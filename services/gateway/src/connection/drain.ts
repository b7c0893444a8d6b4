import { pause } from "@jetwire/runtime";
import type { EngineConnection } from "./engine-connection.ts";

/** How fast connections are closed. */
export interface DrainPace {
  /** Connections in a second: no more than one other gateway accepts beside its work. */
  readonly perSecond: number;
  /** The time in which all are closed, even if that takes more of them in a second. */
  readonly secondsMax: number;
}

const sliceMs = 100;

/**
 * Closes connections slice by slice, so that their clients do not all reconnect
 * elsewhere at once. It closes the transport, after pending data has been sent; a Socket.IO
 * disconnect would stop clients from reconnecting. If the signal aborts, the others stay open.
 */
export async function drain(
  all: Iterable<EngineConnection>,
  { perSecond, secondsMax }: DrainPace,
  signal?: AbortSignal,
): Promise<void> {
  const connections = [...all];
  const slicesMax = Math.max(1, Math.round((secondsMax * 1_000) / sliceMs));
  const atPace = (perSecond * sliceMs) / 1_000;
  const perSlice = Math.ceil(Math.max(atPace, connections.length / slicesMax));
  for (let start = 0; start < connections.length; start += perSlice) {
    if (signal?.aborted === true) return;
    for (const connection of connections.slice(start, start + perSlice)) connection.close();
    if (start + perSlice < connections.length) await pause(sliceMs, signal);
  }
}
