import { hash } from "node:crypto";
import compression from "compression";
import type { Endpoint } from "@jetwire/protocol";
import type { Request, Response } from "express";
import type { RestAnswer, JsonAnswer } from "../route.ts";
import { hasTag } from "./has-tag.ts";
import { sendFile } from "./send-file.ts";
import { sendStream } from "./send-stream.ts";

/** Sends the answer of a route. @throws AppError `range_not_satisfiable`, and what its stream throws */
export async function sendAnswer(
  request: Request,
  response: Response,
  endpoint: Endpoint,
  answer: RestAnswer,
): Promise<void> {
  if ("file" in answer) await sendFile(request, response, endpoint, answer);
  else if ("stream" in answer) await sendStream(request, response, endpoint.status, answer);
  else sendJson(request, response, endpoint, answer);
}

const taggedLengthMax = 16_384;

/** Decides for each answer whether it may be compressed. */
export function isCompressed(request: Request, response: Response): boolean {
  const hasStrongTag = response.get("ETag")?.startsWith('"') === true;
  if (hasStrongTag) return false;
  // The library's table of compressible types lacks lines of JSON.
  const isLines = response.get("Content-Type")?.includes("ndjson") === true;
  return isLines || compression.filter(request, response);
}

function sendJson(
  request: Request,
  response: Response,
  { status, tagged }: Endpoint,
  { body, headers = {} }: JsonAnswer,
): void {
  response.set({ "Cache-Control": tagged ? "private, no-cache" : "private, no-store" });
  for (const [name, value] of Object.entries(headers)) {
    response.set(name, typeof value === "string" ? value : [...value]);
  }
  if (body === undefined) return void response.status(status).end();
  const text = JSON.stringify(body);
  if (tagged) {
    const tag = `"${hash("sha256", text, "base64url")}"`;
    // A strong tag identifies bytes, so only short answers have one, and are not compressed.
    response.set("ETag", text.length < taggedLengthMax ? tag : `W/${tag}`);
    if (hasTag(request.get("if-none-match"), tag)) return void response.status(304).end();
  }
  response.status(status);
  // By `Last-Modified`. `Cache-Control: no-cache` of a client makes it send the answer again.
  if (request.fresh) return void response.status(304).end();
  if (response.get("Content-Type") === undefined) response.type("application/json");
  // In one write: the framework would make a buffer of the text, which is written beside the head.
  response.set("Content-Length", String(Buffer.byteLength(text))).end(text);
}
