import type { EntryLinks, Message } from "@jetwire/protocol";
import type { LinkVerdict, Linkable } from "@jetwire/redis";
import { type ClockLimits, timeOf } from "./clock.ts";
import type { Unlinked } from "./link-keys.ts";

type Linked = Extract<LinkVerdict, { verdict: "new" }>;

/** The Message that everybody gets, in the order in which its members are always written. */
export function toMessage(
  { id, stationId, acceptedAtMs, decoded }: Unlinked,
  linkable: Linkable,
  link: Linked,
  clock: ClockLimits,
): { message: Message; links: EntryLinks } {
  const { timeMs, skewed } = timeOf(decoded.stationTimeMs, acceptedAtMs, clock);
  const message: Message = {
    id,
    groupId: link.groupId,
    timestamp: new Date(timeMs).toISOString(),
    createdAt: new Date(acceptedAtMs).toISOString(),
    stationId,
    airframeId: link.airframeId,
    flightId: link.flightId,
    source: decoded.source,
    sourceType: decoded.sourceType,
    linkDirection: decoded.linkDirection,
    fromHex: decoded.fromHex,
    toHex: decoded.toHex,
    frequency: decoded.frequency,
    channel: decoded.channel,
    level: decoded.level,
    error: decoded.error,
    mode: decoded.mode,
    label: decoded.label,
    blockId: decoded.blockId,
    messageNumber: decoded.messageNumber,
    ack: decoded.ack,
    tail: decoded.tail,
    flightNumber: decoded.flightNumber,
    text: decoded.text,
    data: decoded.data,
    departingAirport: decoded.departingAirport,
    destinationAirport: decoded.destinationAirport,
    latitude: decoded.latitude,
    longitude: decoded.longitude,
    altitude: decoded.altitude,
  };
  const links: EntryLinks = {
    first: link.first,
    skewed,
    icao: decoded.icao,
    flightKey: linkable.flightKey || null,
  };
  return { message, links };
}
