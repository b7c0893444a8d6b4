import { readObject } from "../src/formats/index.ts";
import type { DecodedMessage } from "../src/formats/decoded-message.ts";

/** The message read from an object; fails the test if there is none. */
export function decodedFrom(object: unknown): DecodedMessage {
  const result = readObject(object);
  if (result.status !== "decoded") throw new Error(`not decoded: ${JSON.stringify(result)}`);
  return result.message;
}

/** Returns `ignored` or `rejected` with its reason, as the counters are labelled, or `decoded`. */
export function statusOf(object: unknown): string {
  const result = readObject(object);
  return result.status === "decoded" ? "decoded" : `${result.status}: ${result.reason}`;
}
