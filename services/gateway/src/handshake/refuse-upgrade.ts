import type { Duplex } from "node:stream";
import type { Admission } from "./admission.ts";

type Refusal = Extract<Admission, { admitted: false }>;

const answers: Record<Refusal["reason"], { status: string; message: string }> = {
  origin: { status: "403 Forbidden", message: "Origin not allowed" },
  "attempt-limit": { status: "429 Too Many Requests", message: "Rate limit exceeded" },
  "failure-limit": { status: "429 Too Many Requests", message: "Rate limit exceeded" },
  "address-limit": { status: "429 Too Many Requests", message: "Too many connections" },
  draining: { status: "503 Service Unavailable", message: "Service unavailable" },
  unavailable: { status: "503 Service Unavailable", message: "Service unavailable" },
};

/**
 * Answers a request to upgrade that is refused, and ends its connection. Socket.IO would say 400
 * whatever the reason; a proxy or a client that sees statuses should know when to come back.
 */
export function refuseUpgrade(socket: Duplex, { reason, waitMs }: Refusal): void {
  const { status, message } = answers[reason];
  const body = `${JSON.stringify({ message })}\n`;
  const head = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(waitMs === null ? [] : [`Retry-After: ${Math.max(1, Math.ceil(waitMs / 1_000))}`]),
  ];
  // Whoever has gone meanwhile isn't told.
  socket.on("error", () => {});
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
