import { createKeyFormat, hashKey } from "./key-format.ts";

/** `jw_` and 30 random characters (178 bits). */
const format = createKeyFormat("jw_", 30);

export const makeApiKey: () => string = format.make;

/** Returns a well-formed API key, else null; see `KeyFormat`. */
export const parseApiKey: (text: unknown) => string | null = format.parse;

/** Returns the SHA-256 that is stored in place of an API key. */
export const hashApiKey: (key: string) => Buffer = hashKey;

/** Returns the beginning of an API key, by which its owner can identify it. */
export const apiKeyHint: (key: string) => string = format.hint;
