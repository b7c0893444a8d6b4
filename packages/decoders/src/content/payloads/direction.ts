import type { DecodedMessage } from "../../formats/decoded-message.ts";

/** Tells who sends: aircraft and control centers give the same bits different meanings. */
export type PayloadDirection = NonNullable<DecodedMessage["linkDirection"]>;
