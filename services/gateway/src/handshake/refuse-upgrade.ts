import type { Duplex } from "node:stream";
import { rateLimitExceeded, serviceUnavailable } from "@jetwire/protocol";
import type { ConnectionAdmissionResult } from "./admission.ts";

type Refusal = Extract<ConnectionAdmissionResult, { admitted: false }>;

const responses: Record<Refusal["reason"], { status: string; message: string }> = {
  origin: { status: "403 Forbidden", message: "Origin not allowed" },
  blocked: { status: "403 Forbidden", message: "The operator has blocked your address" },
  "attempt-limit": { status: "429 Too Many Requests", message: rateLimitExceeded },
  "address-limit": { status: "429 Too Many Requests", message: "Too many connections" },
  draining: { status: "503 Service Unavailable", message: serviceUnavailable },
  unavailable: { status: "503 Service Unavailable", message: serviceUnavailable },
};

/**
 * Responds to a refused upgrade request and closes its connection. Socket.IO would send status 400
 * for every reason; proxies and clients should learn when to try again.
 */
export function refuseUpgrade(socket: Duplex, { reason, waitMs }: Refusal): void {
  const { status, message } = responses[reason];
  const body = `${JSON.stringify({ message })}\n`;
  const head = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(waitMs === null ? [] : [`Retry-After: ${Math.max(1, Math.ceil(waitMs / 1_000))}`]),
  ];
  // The client may have closed the connection already.
  socket.on("error", () => {});
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
