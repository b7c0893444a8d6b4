import { hash } from "node:crypto";
import compression from "compression";
import type { Endpoint } from "@jetwire/protocol";
import type { Request, Response } from "express";
import type { RestAnswer, WholeAnswer } from "../route.ts";
import { sendStream } from "./send-stream.ts";

/**
 * Sends what a route answered.
 *
 * @throws what a stream throws
 */
export async function sendAnswer(
  request: Request,
  response: Response,
  endpoint: Endpoint,
  answer: RestAnswer,
): Promise<void> {
  if ("stream" in answer) await sendStream(request, response, endpoint.status, answer);
  else sendWhole(request, response, endpoint, answer);
}

const taggedLengthMax = 16_384;

/** What compression asks of each answer. */
export function isCompressed(request: Request, response: Response): boolean {
  const hasStrongTag = response.get("ETag")?.startsWith('"') === true;
  if (hasStrongTag) return false;
  // Lines of JSON aren't in the table of what compresses.
  const isLines = response.get("Content-Type")?.includes("ndjson") === true;
  return isLines || compression.filter(request, response);
}

function sendWhole(
  request: Request,
  response: Response,
  { status, tagged }: Endpoint,
  { body, headers = {} }: WholeAnswer,
): void {
  response.set({ "Cache-Control": tagged ? "private, no-cache" : "private, no-store", ...headers });
  if (body === undefined) return void response.status(status).end();
  const text = JSON.stringify(body);
  if (tagged) {
    const tag = `"${hash("sha256", text, "base64url")}"`;
    // A strong one names bytes, so what has one isn't compressed: worth it while there are few.
    response.set("ETag", text.length < taggedLengthMax ? tag : `W/${tag}`);
    if (hasTag(request.get("if-none-match"), tag)) return void response.status(304).end();
  }
  response.status(status).type("application/json").send(text);
}

/** Express' own comparison gives up at `Cache-Control: no-cache`, which Node's fetch always sends. */
function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}
