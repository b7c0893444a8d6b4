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
  id: z
    .uuidv7()
    .describe("UUIDv7 made at ingest: sorts by arrival and is the cursor of every feed"),
  groupId: z.uuidv7().describe("The id of the first reception of the same transmission"),
  timestamp: Instant.describe(
    "When the station heard it; ingest's own time where the station's clock is unusable",
  ),
  createdAt: Instant.describe("When ingest took it in"),
  stationId: z.int().positive(),
  airframeId: text,
  flightId: text,
  source: z.string(),
  sourceType: z.string(),
  linkDirection: LinkDirection.nullable(),
  fromHex: HexAddress.nullable(),
  toHex: HexAddress.nullable(),
  frequency: number.describe("MHz"),
  channel: number,
  level: number.describe("dB"),
  error: number,
  mode: text,
  label: text,
  blockId: text,
  messageNumber: text,
  ack: text.describe("Null for NAK"),
  tail: text,
  flightNumber: text,
  text,
  data: text,
  departingAirport: text,
  destinationAirport: text,
  latitude: number.describe("Degrees"),
  longitude: number.describe("Degrees"),
  altitude: number.describe("Feet"),
});
export type Message = z.infer<typeof Message>;
