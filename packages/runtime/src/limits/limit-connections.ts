import type { Server, Socket } from "node:net";
import type { AddressSemaphore } from "./address-limits.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** The bounds of the connections of an HTTP server. */
export interface ConnectionBounds {
  readonly limits: AddressSemaphore;
  /** Returns whether the connections of a TCP peer count in total only: of a balancer, in front of many clients. */
  readonly isShared: (address: string) => boolean;
  /** Names the server in metrics, for example `rest`. */
  readonly server: string;
  readonly metrics: Pick<Metrics, "httpConnections">;
}

/**
 * Bounds the connections of an HTTP server, in total and of each address. Call it before the server listens. A
 * connection above a bound is closed at once, without an answer, so that a flood costs little. An upgraded connection
 * (WebSocket) no longer counts: the WebSocket server has limits of its own. Connections that send nothing, or half a
 * request, are ended by the server's `headersTimeout`.
 */
export function limitConnections(server: Server, bounds: ConnectionBounds): void {
  const { limits, isShared, metrics } = bounds;
  const name = { server: bounds.server };
  const { open, refused } = metrics.httpConnections;
  const releases = new WeakMap<object, () => void>();
  open.set(name, 0);
  for (const reason of ["address", "total"]) refused.inc({ ...name, reason }, 0);

  server.on("connection", (socket: Socket) => {
    // A Unix socket has no address.
    const address = socket.remoteAddress;
    const permit =
      address === undefined || isShared(address)
        ? limits.tryAcquireForProxy()
        : limits.tryAcquire(address);
    if (permit === null) {
      refused.inc({ ...name, reason: limits.isFull ? "total" : "address" });
      socket.destroy();
      return;
    }
    open.inc(name);
    function release(): void {
      if (!releases.delete(socket)) return;
      open.dec(name);
      permit?.[Symbol.dispose]();
    }
    releases.set(socket, release);
    socket.once("close", release);
  });
  server.prependListener("upgrade", (_request: unknown, socket: object) =>
    releases.get(socket)?.(),
  );
}
