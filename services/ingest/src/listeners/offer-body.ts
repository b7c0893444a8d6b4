import type { IncomingMessage } from "node:http";
import { AppError } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import type { AddressSemaphore, Metrics, Semaphore } from "@jetwire/runtime";
import { objectsPerBodyMax, parseBody, type ParsedObject, type Slices } from "@jetwire/transport";
import type { Sender } from "../admission/admit.ts";
import type { AnsweredResult, Ingest, RefusedObjects } from "../ingest.ts";
import { readBody } from "./request-body.ts";

/** The parts that all requests share. */
export interface HttpTarget {
  readonly ingest: Ingest;
  readonly slices: Slices;
  readonly connections: AddressSemaphore;
  readonly metrics: Pick<Metrics, "httpConnections">;
  readonly bodies: AddressSemaphore;
  /** Limits the bodies that are parsed at the same time: parsed objects need much more memory than bytes. */
  readonly parsing: Semaphore;
  readonly relayedNumbers: Stores["relayedNumbers"];
}

/**
 * Reads a body and offers its objects, in slices. A body above a limit is refused as a whole.
 *
 * @returns the result of each object, once it is known
 * @throws AppError `payload_too_large`, `unsupported_media_type` or `invalid_request`.
 */
export async function offerBody(
  request: IncomingMessage,
  target: HttpTarget,
  sender: Sender,
): Promise<Promise<AnsweredResult>[]> {
  const { ingest, slices, parsing } = target;
  const bytes = await readCountedBody(request, ingest, sender);
  using permit = await parsing.acquire();
  const results: Promise<AnsweredResult>[] = [];
  for (const object of await readObjects(bytes, target, sender)) {
    results.push(ingest.offerAndWait(object, sender));
    if (slices.isOver()) await slices.next();
  }
  return results;
}

/** Reads a body, and counts one that is too large. */
export async function readCountedBody(
  request: IncomingMessage,
  ingest: Pick<Ingest, "refuse">,
  sender: Sender,
): Promise<Buffer> {
  return await readBody(request).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "payload_too_large") {
      ingest.refuse(refusedBody("body-too-large", error.message, 1), sender.address);
    }
    throw error;
  });
}

async function readObjects(
  bytes: Buffer,
  { ingest, slices }: HttpTarget,
  sender: Sender,
): Promise<readonly ParsedObject[]> {
  const body = await parseBody(bytes, slices);
  if (body.status === "too-many-objects") {
    ingest.refuse(refusedBody(body.status, body.detail, objectsPerBodyMax + 1), sender.address);
    throw new AppError(
      "payload_too_large",
      `The body must not contain more than ${objectsPerBodyMax} objects; the next one begins ${body.detail}`,
    );
  }
  if (body.objects.length === 0) {
    throw new AppError("invalid_request", "The body must contain at least one object");
  }
  return body.objects;
}

/** Charges the sender for the largest valid body, because more than was counted may have been sent. */
function refusedBody(
  reason: "body-too-large" | "too-many-objects",
  detail: string,
  count: number,
): RefusedObjects {
  return { reason, detail, count, charged: objectsPerBodyMax };
}
