import { isUtf8 } from "node:buffer";
import { AppError, type Endpoint } from "@jetwire/protocol";
import express, { type Request, type Response } from "express";
import { z } from "zod";

const bodyBytesMax = 65_536;
const mediaTypes = ["application/json", "application/*+json"];

const parse = express.json({
  limit: bodyBytesMax,
  // The type was checked before.
  type: () => true,
  inflate: false,
  // The schema of the endpoint decides what the value may be.
  strict: false,
  verify: requireUtf8,
});

/** Returns whether an endpoint reads a body. Other endpoints ignore a body. */
export function readsBody({ body }: Endpoint): boolean {
  return !(body instanceof z.ZodUndefined);
}

/**
 * Reads the body as JSON; undefined without a body.
 *
 * @throws AppError `payload_too_large`, `unsupported_media_type` or `invalid_request`
 */
export async function readJsonBody(
  { bodyTypes }: Pick<Endpoint, "bodyTypes">,
  request: Request,
  response: Response,
): Promise<unknown> {
  const length = request.get("content-length");
  if (length === "0") return undefined;
  // The parser would read the whole body before it refuses it.
  if (Number(length ?? 0) > bodyBytesMax) throw tooLarge();
  if (request.is([...mediaTypes, ...bodyTypes]) === false) {
    throw new AppError("unsupported_media_type", "Content-Type must be application/json");
  }
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toAppError(error));
    });
  });
  return request.body as unknown;
}

/** The parser itself replaces invalid bytes, and reads every encoding of Unicode. */
function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset !== "utf-8") throw wrongCharset();
  if (bytes.length === 0) throw invalidBody("is empty");
  if (!isUtf8(bytes)) throw invalidBody("is not valid UTF-8");
}

/** Maps the parser's errors to ours. Its messages quote the body, so only the position is used. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !("type" in error)) return error;
  switch (error.type) {
    case "entity.too.large":
      return tooLarge();
    case "encoding.unsupported":
      return new AppError("unsupported_media_type", "Content-Encoding is not supported for bodies");
    case "charset.unsupported":
      return wrongCharset();
    case "entity.parse.failed": {
      const position = /at position (\d+)/.exec(error.message)?.[1];
      return invalidBody(`is not valid JSON${position ? ` at position ${position}` : ""}`);
    }
    default:
      return error;
  }
}

function tooLarge(): AppError {
  return new AppError("payload_too_large", `The body must not exceed ${bodyBytesMax} bytes`);
}

function wrongCharset(): AppError {
  return new AppError("unsupported_media_type", "The charset of the body must be UTF-8");
}

function invalidBody(message: string): AppError {
  return new AppError("invalid_request", `The body ${message}`, {
    errors: [{ field: "body", message }],
  });
}
