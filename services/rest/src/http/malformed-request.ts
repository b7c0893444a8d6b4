import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@jetwire/protocol";

/** What Node's parser refuses never becomes a request, so it is answered on the bare connection. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Gone, or in the middle of another answer.
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, title, message } = refusals[error.code ?? ""] ?? unreadable;
  const requestId = randomUUID();
  const code: ErrorCode = "invalid_request";
  const body = JSON.stringify({
    type: "about:blank",
    title,
    status,
    detail: message,
    code,
    message,
    requestId,
  });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const unreadable = { status: 400, title: "Bad Request", message: "This is not HTTP as we read it" };
const refusals: Readonly<Record<string, typeof unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: "Request Header Fields Too Large",
    message: "The address and headers are too long",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: "Request Timeout",
    message: "The request took too long to arrive",
  },
};

/** Node hangs what it answers on the connection. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return answer?.headersSent === true;
}
