import { AppError, type Endpoint } from "@jetwire/protocol";
import type { Request } from "express";
import { z } from "zod";
import { jsonBreak } from "./json-break.ts";

const bodyBytesMax = 65_536;

/** Whether an endpoint reads a body; the others pass over whatever they are sent. */
export function takesBody({ body }: Endpoint): boolean {
  return !(body instanceof z.ZodUndefined);
}

/**
 * The body's JSON; undefined when none was sent. What it may be is the endpoint's to say.
 *
 * @throws AppError `payload_too_large`, `unsupported_media_type`, or `invalid_request` with where the
 *   JSON breaks
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!hasContent(request)) return undefined;
  requireJson(request);
  const text = decode(await collect(request));
  if (text === null) throw refusalOf(null);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refusalOf(text);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function hasContent(request: Request): boolean {
  const length = request.get("content-length");
  return request.get("transfer-encoding") !== undefined || (length !== undefined && length !== "0");
}

function requireJson(request: Request): void {
  const type = request.get("content-type") ?? "";
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type)?.[1] ?? "utf-8";
  const encoding = request.get("content-encoding") ?? "identity";
  const wrong = !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
    ? "The body must be JSON: application/json"
    : !/^utf-?8$/i.test(charset)
      ? "The body must be in UTF-8"
      : encoding.toLowerCase() !== "identity" && "The body must not be compressed";
  if (wrong === false) return;
  request.resume();
  throw new AppError("unsupported_media_type", wrong);
}

async function collect(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The request outlives a refusal, else there would be no connection left to answer on.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  if (Number(request.get("content-length") ?? 0) > bodyBytesMax) throw tooLarge(request);
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw tooLarge(request);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is still to come is passed over while the answer goes out; then the connection ends. */
function tooLarge(request: Request): AppError {
  request.resume();
  return new AppError("payload_too_large", `A body may have ${bodyBytesMax} bytes`);
}

/** Says where, but nothing of the body. */
function refusalOf(text: string | null): AppError {
  const at = text === null ? 0 : jsonBreak(text);
  const message =
    text === null
      ? "is not valid UTF-8"
      : at === text.length
        ? "ends too early"
        : `breaks at character ${at}`;
  return new AppError("invalid_request", `The body is not JSON: it ${message}`, {
    errors: [{ field: "body", message }],
  });
}

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
