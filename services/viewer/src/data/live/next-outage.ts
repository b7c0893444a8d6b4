import type { ConnectionStatus } from "@jetwire/client/realtime";

/** A time without connection, while it lasts and after it. */
export interface Outage {
  readonly sinceMs: number;
  /** Whether the server closed the connection, as it does when it restarts. */
  readonly isClean: boolean;
  /** The time of the next attempt; null if it depends on something else. */
  readonly retryAtMs: number | null;
  /** The time at which the connection was back; null while it is not. */
  readonly endedMs: number | null;
}

/** Returns the outage after a change of the connection's status. */
export function nextOutage(
  known: Outage | null,
  status: ConnectionStatus,
  nowMs: number,
): Outage | null {
  const current = known?.endedMs === null ? known : null;
  if (status.state === "waiting") {
    return {
      sinceMs: current?.sinceMs ?? nowMs,
      isClean: status.cause === "lost",
      retryAtMs: status.retryMs === null ? null : nowMs + status.retryMs,
      endedMs: null,
    };
  }
  if (status.state === "connected" && current) return { ...current, endedMs: nowMs };
  return known;
}
