import { readObject } from "../src/formats/index.ts";
import type { DecodedMessage } from "../src/formats/decoded-message.ts";

/** The message read from an object; fails the test if there is none. */
export function decodedFrom(object: unknown): DecodedMessage {
  const outcome = readObject(object);
  if (outcome.status !== "decoded") throw new Error(`not heard: ${JSON.stringify(outcome)}`);
  return outcome.message;
}

/** `not-a-message` or `rejected` with its reason, `heard` otherwise: what the counters are labelled with. */
export function statusOf(object: unknown): string {
  const outcome = readObject(object);
  return outcome.status === "decoded" ? "decoded" : `${outcome.status}: ${outcome.reason}`;
}
