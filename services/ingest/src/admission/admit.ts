import type { ParsedObject } from "../framing/split-and-parse.ts";
import type { FormatOutcome, HeardMessage } from "../formats/decoded-message.ts";
import type { LimitReason } from "../ledger.ts";
import type { Rates } from "./token-buckets.ts";

/** What is known of an object once it is read and held against the limits. */
export type Admission =
  | { readonly outcome: "admitted"; readonly heard: HeardMessage; readonly ident: string }
  | { readonly outcome: "limited"; readonly reason: LimitReason }
  | Exclude<FormatOutcome, { outcome: "heard" }>;

export interface AdmitOptions {
  readonly readObject: (value: unknown) => FormatOutcome;
  readonly identOf: (heard: HeardMessage, address: string) => string;
  readonly addressRates: Rates;
  readonly stationRates: Rates;
}

/** Whether an offered object is a message of a station within its limits. */
export function admit(
  object: ParsedObject,
  address: string,
  nowMs: number,
  options: AdmitOptions,
): Admission {
  if ("reason" in object) {
    return { outcome: "rejected", reason: object.reason, detail: object.detail };
  }
  const read = options.readObject(object.value);
  if (read.outcome !== "heard") return read;
  const ident = options.identOf(read.message, address);
  if (!options.addressRates.take(address, nowMs)) {
    return { outcome: "limited", reason: "address-rate" };
  }
  // By address and ident: who floods under another's ident empties his own bucket, not the other's.
  if (!options.stationRates.take(`${address}|${ident}`, nowMs)) {
    return { outcome: "limited", reason: "station-rate" };
  }
  return { outcome: "admitted", heard: read.message, ident };
}
