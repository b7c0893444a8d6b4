import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { AppError, problemOf } from "@jetwire/protocol";
import { requestIdHeader } from "@jetwire/runtime";

const malformed = { status: 400, title: "Bad Request", message: "The request is not valid HTTP" };
const byParserCode: Readonly<Record<string, typeof malformed>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: "Request Header Fields Too Large",
    message: "The request target and headers exceed 16 KiB",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: "Request Timeout",
    message: "The request was not received in time",
  },
};

/** Answers a request that Node's parser rejects. It never reaches Express, so this writes to the socket. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, title, message } = byParserCode[error.code ?? ""] ?? malformed;
  const requestId = randomUUID();
  const problem = problemOf(new AppError("invalid_request", message), requestId);
  const body = JSON.stringify({ ...problem, status, title });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${requestIdHeader}: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Node keeps the response that it is sending in a property of the socket. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return answer?.headersSent === true;
}
