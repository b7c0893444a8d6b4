import { z } from "zod";
import { Decoded } from "./content.ts";
import { Instant, Message } from "./message.ts";
import { StationId } from "./station.ts";

/** The most blocks of a message: those of a downlink are numbered `A` to `P`, those of an uplink `A` to `Z`. */
const partsMax = 26;

/** The whole of a message of several blocks: the text of all of them, and what it says. */
export const Whole = z.strictObject({
  id: z.uuidv7().describe("The id of the message that completed it."),
  groupId: z.uuidv7().describe("The `groupId` of that message."),
  stationId: StationId.describe("The id of the station that received that message."),
  timestamp: Instant.describe("The `timestamp` of that message."),
  partIds: z
    .array(z.uuidv7())
    .min(1)
    .max(partsMax)
    .describe(
      "The `groupId` of each part, in the order of the text. If a decoder joined the text, parts that the service did not get are missing.",
    ),
  joinedBy: z
    .enum(["decoder", "service"])
    .describe(
      "`decoder`: the text is the one of the message that completed it. `service`: the texts of the parts were joined, which may come from several stations.",
    ),
  text: z.string().describe("The whole text."),
  decoded: Decoded.nullable().describe("What the whole text says; `null` if it was not decoded."),
  latitude: Message.shape.latitude,
  longitude: Message.shape.longitude,
  altitude: Message.shape.altitude,
});
export type Whole = z.infer<typeof Whole>;
