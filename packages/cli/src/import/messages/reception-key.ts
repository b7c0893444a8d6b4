import type { KnownReception } from "@jetwire/db";

/** The members by which two receptions of one transmission are compared, stored or read from a file. */
export type Comparable = Omit<KnownReception, "id" | "groupId" | "timestamp" | "stationId">;

/** The same content from one station within this time is one reception, on whichever channel; as in ingest, and as exact as whole seconds. */
export const receptionMs = 1_000;
/** The same content from several stations within this time is one transmission; as in ingest. */
export const transmissionMs = 3_000;

/** Sublabel and message function identifier, which some decoders cut off. */
const head = /^(?:- )?#[A-Z0-9]{2}B?(?:\/[A-Z0-9]{2} )?/;

/**
 * Returns what is equal in all receptions of one transmission, whichever program wrote it down: less than what ingest compares,
 * because what is stored or written by ACARS Hub has less than the output of decoders.
 */
export function receptionKey(one: Comparable): string {
  const tail = one.tail?.replaceAll("-", "") ?? "";
  if (one.label !== null) {
    const text = (one.text ?? "").replace(head, "").replace(/\s+/g, "");
    return `${tail}|${one.label}|${one.blockId}|${one.messageNumber}|${text}`;
  }
  return `${one.sourceType}|${tail}|${one.flightNumber}|${one.fromHex}|${one.toHex}|${one.latitude}|${one.longitude}|${one.text}`;
}

/** Whether the message names an aircraft; frames without one differ by their times only. */
export function namesAircraft(one: Comparable): boolean {
  return one.tail !== null || one.flightNumber !== null || one.label === null;
}
