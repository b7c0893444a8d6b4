import { z } from "zod";

const text = z.string().nullable();
const number = z.number().nullable();

/** `2026-01-31T23:59:59.123Z`: UTC with milliseconds, as every time of the API is written. */
export const Instant = z.iso.datetime({ precision: 3 });

/** ICAO 24-bit address, or a ground station's, in upper-case hex. */
const HexAddress = z.string().regex(/^[0-9A-F]{1,8}$/);

export const LinkDirection = z.enum(["uplink", "downlink"]);
export type LinkDirection = z.infer<typeof LinkDirection>;

/**
 * A message as one station heard it: the one shape of by-id reads, lists, `feed:message` and
 * `station:monitor:data`, and the base of the firehose's `message`. All members are always there.
 */
export const Message = z.strictObject({
  /** UUIDv7 made at ingest: sorts by arrival and is the cursor of every feed. */
  id: z.uuidv7(),
  /** The id of the first reception of the same transmission. */
  groupId: z.uuidv7(),
  /** When the station heard it; ingest's own time where the station's clock is unusable. */
  timestamp: Instant,
  /** When ingest took it in. */
  createdAt: Instant,
  stationId: z.int().positive(),
  airframeId: text,
  flightId: text,
  source: z.string(),
  sourceType: z.string(),
  linkDirection: LinkDirection.nullable(),
  fromHex: HexAddress.nullable(),
  toHex: HexAddress.nullable(),
  /** MHz. */
  frequency: number,
  channel: number,
  /** dB. */
  level: number,
  error: number,
  mode: text,
  label: text,
  blockId: text,
  messageNumber: text,
  /** Null for NAK. */
  ack: text,
  tail: text,
  flightNumber: text,
  text,
  data: text,
  departingAirport: text,
  destinationAirport: text,
  /** Degrees. */
  latitude: number,
  longitude: number,
  /** Feet. */
  altitude: number,
});
export type Message = z.infer<typeof Message>;
