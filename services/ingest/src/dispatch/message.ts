import type { ContentReader } from "@jetwire/decoders";
import type { EntryLinks, Message } from "@jetwire/protocol";
import type { LinkResult, Linkable } from "@jetwire/redis";
import type { IngestConfig } from "../config.ts";
import type { JournaledMessage } from "../journal/backlog.ts";
import type { JournalEntry } from "../journal/record.ts";

type Linked = Extract<LinkResult, { status: "new" }>;

/** The limits within which the time of a station's clock is used. */
export interface ClockLimits {
  /** A time further ahead than this is not used. */
  readonly aheadMsMax: number;
  /** A time further behind than this is not used; messages delayed by an outage are valid. */
  readonly behindMsMax: number;
}

/** A skew above this is flagged, whether the time is used or not. */
const flaggedMs = 5 * 60_000;

export function clockLimits(
  config: Pick<IngestConfig, "INGEST_AHEAD_SECONDS_MAX" | "INGEST_BEHIND_SECONDS_MAX">,
): ClockLimits {
  return {
    aheadMsMax: config.INGEST_AHEAD_SECONDS_MAX * 1_000,
    behindMsMax: config.INGEST_BEHIND_SECONDS_MAX * 1_000,
  };
}

/**
 * Returns the time of a message: the station's own, or the time of its reception if the station's clock is unusable.
 *
 * @param stationTimeMs Unix ms as sent by the station, null for none
 * @param receivedAtMs when a relay, else ingest, received it
 */
export function timeOf(
  stationTimeMs: number | null,
  receivedAtMs: number,
  limits: ClockLimits,
): { readonly timeMs: number; readonly skewed: boolean } {
  if (stationTimeMs === null) return { timeMs: receivedAtMs, skewed: false };
  const ahead = stationTimeMs - receivedAtMs;
  const skewed = Math.abs(ahead) > flaggedMs;
  const isUsable = ahead <= limits.aheadMsMax && -ahead <= limits.behindMsMax;
  return { timeMs: isUsable ? Math.round(stationTimeMs) : receivedAtMs, skewed };
}

/** How messages are built. */
export interface MessageOptions {
  readonly clock: ClockLimits;
  readonly readContent: ContentReader;
}

/** Returns when a message came to this network: to a relay, else to ingest. Unix ms. */
export function receptionMs({ relayedAtMs, acceptedAtMs }: ReceptionTimes): number {
  return relayedAtMs ?? acceptedAtMs;
}

type ReceptionTimes = Pick<JournalEntry, "relayedAtMs" | "acceptedAtMs">;

/** Builds the Message that every client gets, from what was received and from linking. */
export function toMessage(
  { entry, decoded }: JournaledMessage,
  linkable: Linkable,
  link: Linked,
  { clock, readContent }: MessageOptions,
): { message: Message; links: EntryLinks } {
  const { id, stationId, acceptedAtMs, authenticated } = entry;
  const { timeMs, skewed } = timeOf(decoded.stationTimeMs, receptionMs(entry), clock);
  const message: Message = {
    id,
    groupId: link.groupId,
    timestamp: new Date(timeMs).toISOString(),
    createdAt: new Date(acceptedAtMs).toISOString(),
    stationId,
    airframeId: link.airframeId,
    flightId: link.flightId,
    ...readContent(decoded, timeMs),
    authenticated,
  };
  const links: EntryLinks = {
    first: link.first,
    skewed,
    icao: decoded.icao,
    flightKey: linkable.flightKey || null,
  };
  return { message, links };
}
