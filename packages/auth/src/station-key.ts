import { createKeyFormat, hashKey } from "./key-format.ts";

/** 16 random characters (95 bits): decoders send the key in each message, after the ident. */
const format = createKeyFormat("jws_", 16);

export const makeStationKey: () => string = format.make;

/** Returns the SHA-256 that is stored in place of a station key. */
export const hashStationKey: (key: string) => Buffer = hashKey;

/** Returns the beginning of a station key, by which its owner can identify it. */
export const stationKeyHint: (key: string) => string = format.hint;
