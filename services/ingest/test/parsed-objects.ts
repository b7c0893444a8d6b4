import { readObject } from "../src/formats/index.ts";
import type { HeardMessage } from "../src/formats/decoded-message.ts";

/** The message read from an object; fails the test if there is none. */
export function heardFrom(object: unknown): HeardMessage {
  const outcome = readObject(object);
  if (outcome.outcome !== "heard") throw new Error(`not heard: ${JSON.stringify(outcome)}`);
  return outcome.message;
}

/** `not-a-message` or `rejected` with its reason, `heard` otherwise: what the counters are labelled with. */
export function outcomeOf(object: unknown): string {
  const outcome = readObject(object);
  return outcome.outcome === "heard" ? "heard" : `${outcome.outcome}: ${outcome.reason}`;
}
