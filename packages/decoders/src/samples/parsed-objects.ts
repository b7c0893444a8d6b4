import { createContentReader, type ReceivedMembers } from "../content/read-content.ts";
import { readObject } from "../formats/index.ts";
import type { DecodedMessage } from "../formats/decoded-message.ts";

/** The message read from an object; fails the test if there is none. */
export function decodedFrom(object: unknown): DecodedMessage {
  const result = readObject(object);
  if (result.status !== "decoded") throw new Error(`not decoded: ${JSON.stringify(result)}`);
  return result.message;
}

const readContent = createContentReader({ texts: null });

/** The members of the message read from an object, with what its decoder program decoded. */
export function receivedFrom(object: unknown): ReceivedMembers {
  const message = decodedFrom(object);
  return readContent(message, message.stationTimeMs ?? 0);
}

/** Returns `ignored` or `rejected` with its reason, as the counters are labelled, or `decoded`. */
export function statusOfParsed(object: unknown): string {
  const result = readObject(object);
  return result.status === "decoded" ? "decoded" : `${result.status}: ${result.reason}`;
}
