import { addressNetwork } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { DecodedMessage, ParseResult } from "../formats/decoded-message.ts";
import { readObject } from "../formats/index.ts";
import type { ParsedObject } from "../framing/split-and-parse.ts";
import type { LimitReason } from "../ledger.ts";
import { stationIdent } from "./station-ident.ts";
import { createTokenBuckets } from "./token-buckets.ts";

/** The result of parsing an object and checking it against the limits. */
export type AdmitResult =
  | { readonly status: "admitted"; readonly decoded: DecodedMessage; readonly ident: string }
  | { readonly status: "limited"; readonly reason: LimitReason }
  | Exclude<ParseResult, { status: "decoded" }>;

export interface Admission {
  /** Decides whether an offered object is a message from a station within its limits. */
  admit(object: ParsedObject, address: string, nowMs: number): AdmitResult;
  /**
   * Charges objects that were refused to their sender, so that what cannot be read uses up the same
   * budget as messages do.
   */
  charge(address: string, objects: number, nowMs: number): void;
  /** Returns whether the budget of an address is not used up. */
  hasBudget(address: string, nowMs: number): boolean;
}

const bucketKeysMax = 50_000;

export function createAdmission(
  config: Pick<
    IngestConfig,
    | "INGEST_ADDRESS_SECRET"
    | "INGEST_ADDRESS_RATE_MAX"
    | "INGEST_ADDRESS_BURST_MAX"
    | "INGEST_STATION_RATE_MAX"
    | "INGEST_STATION_BURST_MAX"
  >,
): Admission {
  const byAddress = createTokenBuckets({
    perSecond: config.INGEST_ADDRESS_RATE_MAX,
    burst: config.INGEST_ADDRESS_BURST_MAX,
    keysMax: bucketKeysMax,
  });
  const byStation = createTokenBuckets({
    perSecond: config.INGEST_STATION_RATE_MAX,
    burst: config.INGEST_STATION_BURST_MAX,
    keysMax: bucketKeysMax,
  });
  return {
    admit(object, address, nowMs) {
      if ("reason" in object) {
        return { status: "rejected", reason: object.reason, detail: object.detail };
      }
      const result = readObject(object.value);
      if (result.status !== "decoded") return result;
      const decoded = result.message;
      const ident = stationIdent(decoded, address, config.INGEST_ADDRESS_SECRET);
      if (!byAddress.take(addressNetwork(address), nowMs))
        return { status: "limited", reason: "address-rate" };
      // By address and ident: a flood under another station's ident empties only its own bucket.
      if (!byStation.take(`${address}|${ident}`, nowMs)) {
        return { status: "limited", reason: "station-rate" };
      }
      return { status: "admitted", decoded, ident };
    },
    charge: (address, objects, nowMs) => byAddress.charge(addressNetwork(address), objects, nowMs),
    hasBudget: (address, nowMs) => byAddress.has(addressNetwork(address), nowMs),
  };
}
