import type { ParsedObject } from "../framing/split-and-parse.ts";
import type { ParseResult, DecodedMessage } from "../formats/decoded-message.ts";
import type { LimitReason } from "../ledger.ts";
import type { TokenBuckets } from "./token-buckets.ts";

/** What is known of an object once it is read and held against the limits. */
export type Admission =
  | { readonly status: "admitted"; readonly decoded: DecodedMessage; readonly ident: string }
  | { readonly status: "limited"; readonly reason: LimitReason }
  | Exclude<ParseResult, { status: "decoded" }>;

export interface AdmitOptions {
  readonly readObject: (value: unknown) => ParseResult;
  readonly identOf: (decoded: DecodedMessage, address: string) => string;
  readonly addressRates: TokenBuckets;
  readonly stationRates: TokenBuckets;
}

/** Whether an offered object is a message of a station within its limits. */
export function admit(
  object: ParsedObject,
  address: string,
  nowMs: number,
  options: AdmitOptions,
): Admission {
  if ("reason" in object) {
    return { status: "rejected", reason: object.reason, detail: object.detail };
  }
  const read = options.readObject(object.value);
  if (read.status !== "decoded") return read;
  const ident = options.identOf(read.message, address);
  if (!options.addressRates.take(address, nowMs)) {
    return { status: "limited", reason: "address-rate" };
  }
  // By address and ident: who floods under another's ident empties his own bucket, not the other's.
  if (!options.stationRates.take(`${address}|${ident}`, nowMs)) {
    return { status: "limited", reason: "station-rate" };
  }
  return { status: "admitted", decoded: read.message, ident };
}
