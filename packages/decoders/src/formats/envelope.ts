import { type Fields, fieldsOf, isFields } from "./fields.ts";

/** More nested envelopes than any chain of relays creates. */
const wrappersMax = 4;

/**
 * Returns the decoder's object inside the envelope of airframes-client (`af.json.v1`), or the object
 * itself if there is no envelope.
 */
export function unwrapped(object: Fields): Fields {
  let inner = object;
  for (let taken = 0; taken < wrappersMax && isWrapper(inner); taken++) {
    inner = fieldsOf(inner.payload);
  }
  return inner;
}

function isWrapper(object: Fields): boolean {
  return isFields(object.payload) && typeof fieldsOf(object.source).format === "string";
}
