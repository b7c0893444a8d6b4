import type { FollowedSenderBlocks } from "@jetwire/db";
import { splitStationKey, withoutStationKeys } from "@jetwire/protocol";
import { addressNetwork } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import {
  cleanIdent,
  type DecodedMessage,
  type IgnoredReason,
  keepKinds,
  type ParseResult,
  readObject,
} from "@jetwire/decoders";
import type { ParsedObject } from "@jetwire/transport";
import type { LimitReason } from "../ledger.ts";
import { sentIdent } from "./sent-ident.ts";
import type { StationProofs } from "./station-access.ts";
import { stationIdent } from "./station-ident.ts";
import { createTokenBuckets } from "./token-buckets.ts";

/** The sender of an object. */
export interface Sender {
  /** The IP address. */
  readonly address: string;
  /** The station keys of the header `X-Station-Key`; none over UDP and TCP. */
  readonly stationKeys: readonly string[];
}

/** A message from a station within its limits. */
interface Admitted {
  readonly status: "admitted";
  readonly decoded: DecodedMessage;
  readonly ident: string;
  /** Whether a station key proved the message; null if its station has no key. */
  readonly authenticated: boolean | null;
}

/** The result of parsing an object and checking it against the limits. */
export type AdmitResult =
  | Admitted
  | { readonly status: "limited"; readonly reason: LimitReason }
  | { readonly status: "ignored"; readonly reason: IgnoredReason }
  | Extract<ParseResult, { status: "rejected" }>;

/** The result for an object, and its text without the station key. */
export interface AdmissionResult {
  readonly result: AdmitResult;
  readonly raw: string;
  /** The station, as far as the object names one. */
  readonly ident: string | null;
  /**
   * The reception of a station within its limits, message or not; null for what is refused, and for what
   * is not proven to be from a station that has a key.
   */
  readonly received: Received | null;
}

/** An object that was read, and the ident of the station that received it. */
export interface Received {
  readonly message: DecodedMessage;
  readonly ident: string;
}

export type Admission = ReturnType<typeof createAdmission>;

const bucketKeysMax = 50_000;
const blocked = { status: "limited", reason: "blocked" } as const;
const unavailable = { status: "limited", reason: "stations-unavailable" } as const;

/**
 * Creates the admission. Every object counts against the rate of its address, also one that is
 * rejected or ignored, because it costs the same to parse. Only messages that a station key proves
 * have a rate of their own by station: a flood from their address, or under their ident, cannot use
 * it up.
 */
export function createAdmission(
  config: Pick<
    IngestConfig,
    | "INGEST_ADDRESS_SECRET"
    | "INGEST_KEEP"
    | "INGEST_ADDRESS_RATE_MAX"
    | "INGEST_ADDRESS_BURST_MAX"
    | "INGEST_STATION_RATE_MAX"
    | "INGEST_STATION_BURST_MAX"
  >,
  proofs: StationProofs,
  blocks: Pick<FollowedSenderBlocks, "isAddressBlocked" | "isIdentBlocked">,
) {
  const keptKinds = new Set<string>(config.INGEST_KEEP);
  const byAddress = createTokenBuckets({
    perSecond: config.INGEST_ADDRESS_RATE_MAX,
    burst: config.INGEST_ADDRESS_BURST_MAX,
    keysMax: bucketKeysMax,
  });
  const stationRate = {
    perSecond: config.INGEST_STATION_RATE_MAX,
    burst: config.INGEST_STATION_BURST_MAX,
    keysMax: bucketKeysMax,
  };
  const byStation = createTokenBuckets(stationRate);
  const byProvenStation = createTokenBuckets(stationRate);

  function admitMessage(message: DecodedMessage, sender: Sender, nowMs: number): AdmitResult {
    const { decoded, key } = withoutKey(message);
    const network = addressNetwork(sender.address);
    const ident = stationIdent(decoded, network, config.INGEST_ADDRESS_SECRET);
    if (blocks.isIdentBlocked(ident)) return blocked;
    const proof = proofs.check(ident, key === null ? sender.stationKeys : [key]);
    if (proof === "proven") {
      return byProvenStation.consume(ident, nowMs)
        ? { status: "admitted", decoded, ident, authenticated: true }
        : { status: "limited", reason: "station-rate" };
    }
    if (!byAddress.consume(network, nowMs)) return { status: "limited", reason: "address-rate" };
    if (proof === "unknown") return unavailable;
    if (proof === "refused") return { status: "limited", reason: "unproven" };
    // By address and ident: a flood under another station's ident empties only its own bucket.
    if (!byStation.consume(`${network}|${ident}`, nowMs)) {
      return { status: "limited", reason: "station-rate" };
    }
    return {
      status: "admitted",
      decoded,
      ident,
      authenticated: proof === "keyless" ? null : false,
    };
  }

  /** Returns what is worth knowing of an object that is no message. */
  function receivedFrom(ignored: DecodedMessage, sender: Sender): Received | null {
    const { decoded: message, key } = withoutKey(ignored);
    const network = addressNetwork(sender.address);
    const ident = stationIdent(message, network, config.INGEST_ADDRESS_SECRET);
    if (blocks.isIdentBlocked(ident)) return null;
    const proof = proofs.check(ident, key === null ? sender.stationKeys : [key]);
    return proof === "proven" || proof === "keyless" ? { message, ident } : null;
  }

  /** Counts an object that is no message. */
  function charged(result: AdmitResult, sender: Sender, nowMs: number): AdmitResult {
    const isWithin = byAddress.consume(addressNetwork(sender.address), nowMs);
    return isWithin ? result : { status: "limited", reason: "address-rate" };
  }

  return {
    /** Decides whether an offered object is a message from a station within its limits. */
    admit(object: ParsedObject, sender: Sender, nowMs: number): AdmissionResult {
      const raw = withoutStationKeys(object.raw);
      if (blocks.isAddressBlocked(sender.address)) {
        return { raw, ident: null, received: null, result: blocked };
      }
      if ("reason" in object) {
        const { reason, detail } = object;
        const rejected = { status: "rejected", reason, detail } as const;
        return { raw, ident: null, received: null, result: charged(rejected, sender, nowMs) };
      }
      const parsed = keepKinds(readObject(object.value), keptKinds);
      if (parsed.status === "ignored") {
        const { status, reason, message } = parsed;
        const result = charged({ status, reason }, sender, nowMs);
        const received = result.status === "ignored" ? receivedFrom(message, sender) : null;
        return { raw, ident: null, received, result };
      }
      if (parsed.status === "rejected") {
        const result = charged(parsed, sender, nowMs);
        return { raw, ident: sentIdent(object.value), received: null, result };
      }
      const ident = cleanIdent(parsed.message.stationIdent ?? "") || null;
      const result = admitMessage(parsed.message, sender, nowMs);
      const kept = hasKey(parsed.message) ? withoutEscapedKeys(object, raw) : raw;
      return { raw: kept, ident, received: receivedIn(result), result };
    },
    /** Charges objects that were refused before they were parsed to their sender. */
    charge: (address: string, objects: number, nowMs: number): void =>
      byAddress.charge(addressNetwork(address), objects, nowMs),
    /** Returns whether the operator has blocked an address. */
    isBlocked: (address: string): boolean => blocks.isAddressBlocked(address),
    /** Returns whether the budget of a sender's address is not used up, or the sender has a valid key. */
    hasBudget: ({ address, stationKeys }: Sender, nowMs: number): boolean =>
      byAddress.has(addressNetwork(address), nowMs) || stationKeys.some(proofs.isKnown),
  };
}

function receivedIn(result: AdmitResult): Received | null {
  if (result.status !== "admitted" || result.authenticated === false) return null;
  return { message: result.decoded, ident: result.ident };
}

function hasKey({ stationIdent: ident }: DecodedMessage): boolean {
  return ident !== null && splitStationKey(ident).key !== null;
}

/** Splits the key from the ident of a message. */
function withoutKey(message: DecodedMessage): {
  readonly decoded: DecodedMessage;
  readonly key: string | null;
} {
  if (message.stationIdent === null) return { decoded: message, key: null };
  const { ident, key } = splitStationKey(message.stationIdent);
  const named = ident.trim() === "" ? null : ident;
  return key === null
    ? { decoded: message, key }
    : { decoded: { ...message, stationIdent: named }, key };
}

/** Writes the object again if its key is in JSON escapes, which `withoutStationKeys` does not find. */
function withoutEscapedKeys({ raw: sent, value }: { raw: string; value: unknown }, raw: string) {
  return raw === sent ? withoutStationKeys(JSON.stringify(value)) : raw;
}
