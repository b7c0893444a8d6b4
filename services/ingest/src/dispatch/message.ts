import type { EntryLinks, Message } from "@jetwire/protocol";
import type { LinkVerdict, Linkable } from "@jetwire/redis";
import { type ClockLimits, timeOf } from "./clock.ts";
import type { Unlinked } from "./link-keys.ts";

type Linked = Extract<LinkVerdict, { verdict: "new" }>;

/** The Message that everybody gets, in the order in which its members are always written. */
export function toMessage(
  { id, stationId, receivedAtMs, heard }: Unlinked,
  linkable: Linkable,
  link: Linked,
  clock: ClockLimits,
): { message: Message; links: EntryLinks } {
  const { timeMs, skewed } = timeOf(heard.heardAtMs, receivedAtMs, clock);
  const message: Message = {
    id,
    groupId: link.groupId,
    timestamp: new Date(timeMs).toISOString(),
    createdAt: new Date(receivedAtMs).toISOString(),
    stationId,
    airframeId: link.airframeId,
    flightId: link.flightId,
    source: heard.source,
    sourceType: heard.sourceType,
    linkDirection: heard.linkDirection,
    fromHex: heard.fromHex,
    toHex: heard.toHex,
    frequency: heard.frequency,
    channel: heard.channel,
    level: heard.level,
    error: heard.error,
    mode: heard.mode,
    label: heard.label,
    blockId: heard.blockId,
    messageNumber: heard.messageNumber,
    ack: heard.ack,
    tail: heard.tail,
    flightNumber: heard.flightNumber,
    text: heard.text,
    data: heard.data,
    departingAirport: heard.departingAirport,
    destinationAirport: heard.destinationAirport,
    latitude: heard.latitude,
    longitude: heard.longitude,
    altitude: heard.altitude,
  };
  const links: EntryLinks = {
    first: link.first,
    skewed,
    icao: heard.icao,
    flightKey: linkable.flightKey || null,
  };
  return { message, links };
}
