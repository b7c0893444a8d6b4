import { z } from "zod";
import { Assembly, Decoded, FlightTimes, PositionSource } from "./content.ts";
import { signalMembers } from "./signal.ts";
import { sourceTypes } from "./source-types.ts";

const text = z.string().nullable();
const number = z.number().nullable();

/** A time of the API: UTC with milliseconds, `2026-01-31T23:59:59.123Z`. */
export const Instant = z.iso.datetime({ precision: 3 });

/** An ICAO 24-bit address or the address of a ground station: upper-case hexadecimal digits. */
const HexAddress = z.string().regex(/^[0-9A-F]{1,8}$/);

/** The source types as a text for people: "`acars`, `vdl`, …". */
const sourceTypesText = sourceTypes.map((type) => `\`${type}\``).join(", ");

export const LinkDirection = z.enum(["uplink", "downlink"]);
export type LinkDirection = z.infer<typeof LinkDirection>;

/**
 * A message as one station received it. By-id reads, lists, `feed:message` and `station:monitor:data`
 * return it; the firehose's `message` extends it. All members are always present, except those of the
 * signal, which are absent if they are unknown.
 */
export const Message = z.strictObject({
  id: z.uuidv7().describe("UUIDv7. Ids sort by arrival and are the cursors of lists and feeds."),
  groupId: z.uuidv7().describe("The id of the first reception of the same transmission."),
  timestamp: Instant.describe(
    "When the station received the message. If its clock is unusable, the time at which the service received it.",
  ),
  createdAt: Instant.describe("When the service received the message."),
  stationId: z.int().positive().describe("The id of the station that received it."),
  airframeId: text.describe("The id of the airframe; `null` if unknown."),
  flightId: text.describe("The id of the flight; `null` if unknown."),
  source: z.string().describe("The decoder program, for example `acarsdec`."),
  sourceType: z.string().describe(`The kind of link: ${sourceTypesText}. More may be added.`),
  linkDirection: LinkDirection.nullable().describe(
    "`uplink`: from the ground. `downlink`: from the airframe.",
  ),
  fromHex: HexAddress.nullable().describe("Address of the sender, hexadecimal."),
  toHex: HexAddress.nullable().describe("Address of the receiver, hexadecimal."),
  frequency: number.describe("Frequency, MHz."),
  channel: number.describe("Number of the receiver's channel."),
  level: number.describe("Signal level, dB."),
  error: number.describe("Number of errors that the decoder reports."),
  mode: text.describe("ACARS mode."),
  label: text.describe("ACARS label; `null` for messages without ACARS."),
  blockId: text.describe("ACARS block id."),
  messageNumber: text.describe("ACARS message number."),
  ack: text.describe("ACARS acknowledgement; `null` for NAK."),
  tail: text.describe("Registration of the airframe."),
  flightNumber: text.describe("Flight identifier as received."),
  text: text.describe("The text, as received."),
  data: text.describe("Payload that the decoder did not decode."),
  departingAirport: text.describe("Code of the departure airport."),
  destinationAirport: text.describe("Code of the destination airport."),
  latitude: number.describe("Degrees."),
  longitude: number.describe("Degrees."),
  altitude: number.describe("Feet."),
  // Ingest of an earlier version does not write these.
  authenticated: z
    .boolean()
    .nullable()
    .describe("Whether a key of the station proved the message. `null` if the station had no key."),
  sublabel: text.describe("Sublabel of the avionics that sent or receives an H1 message."),
  mfi: text.describe("Message function identifier of an H1 message."),
  decoded: Decoded.nullable().describe("What the message says; `null` if it was not decoded."),
  positionSource: PositionSource.nullable().describe(
    "`structured`: the position is a field of the decoder. `text`: it was read from the text.",
  ),
  onGround: z.boolean().nullable().describe("Whether the airframe is on the ground."),
  times: FlightTimes.nullable().describe("Times of the flight; `null` if the message has none."),
  assembly: Assembly.nullable().describe("`null` for a message of a single block."),
  ...signalMembers,
});
export type Message = z.infer<typeof Message>;

/** The members that every message has; the others are absent if they are unknown. */
export const requiredMembers: readonly string[] = Object.keys(Message.shape).filter(
  (name) => !Object.hasOwn(signalMembers, name),
);
