import { AppError, type Endpoint } from "@jetwire/protocol";
import type { Request, Response } from "express";
import type { FileAnswer } from "../route.ts";
import { hasTag } from "./has-tag.ts";
import { sendStream } from "./send-stream.ts";

/**
 * Sends a file, or the range of it that is asked for; 304 to a client that has it.
 *
 * @throws AppError `range_not_satisfiable`, and what its stream throws
 */
export async function sendFile(
  request: Request,
  response: Response,
  { status }: Pick<Endpoint, "status">,
  { file }: FileAnswer,
): Promise<void> {
  const tag = `"${file.sha256}"`;
  const lastModified = new Date(file.madeAt).toUTCString();
  const headers = { "Cache-Control": file.cacheControl, ETag: tag, "Last-Modified": lastModified };
  response.set({ ...headers, "Accept-Ranges": "bytes" });
  if (hasTag(request.get("if-none-match"), tag)) return void response.status(304).end();
  const range = rangeOf(request, file.bytes, [tag, lastModified]);
  if (range === "unsatisfiable") {
    response.set("Content-Range", `bytes */${file.bytes}`);
    throw new AppError("range_not_satisfiable", `Range: the file has ${file.bytes} bytes`);
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  // Set with the first bytes: an error before them has a length of its own.
  const length = { "Content-Length": String(end - start + 1) };
  const part = range !== null && { "Content-Range": `bytes ${start}-${end}/${file.bytes}` };
  await sendStream(request, response, range === null ? status : 206, {
    stream: file.read(start, end),
    type: file.type,
    headers: { ...headers, ...length, ...part },
  });
}

/** Returns the range asked for; null for the whole file, also if the client has a part of another one. */
function rangeOf(
  request: Request,
  bytes: number,
  validators: readonly string[],
): { start: number; end: number } | "unsatisfiable" | null {
  const ifRange = request.get("if-range");
  if (ifRange !== undefined && !validators.includes(ifRange)) return null;
  const ranges = request.range(bytes);
  if (ranges === -1) return "unsatisfiable";
  // Several ranges, and what is no range of bytes, may be ignored.
  if (!Array.isArray(ranges) || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
