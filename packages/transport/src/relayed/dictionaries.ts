import { readFileSync } from "node:fs";

/**
 * Names the dictionary of a body with `Content-Encoding: zstd`. A dictionary never changes; another one gets
 * another name, and ingest knows all of them.
 */
export const dictionaryHeader = "x-zstd-dictionary";

/** The dictionary that relays use. */
export const relayDictionary = "jetwire-1";

/** The dictionaries by name: lines of simulated decoders. */
export const dictionaries: ReadonlyMap<string, Buffer> = new Map([
  [relayDictionary, readFileSync(new URL("./jetwire-1.dictionary", import.meta.url))],
]);
