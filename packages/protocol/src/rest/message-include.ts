import { z } from "zod";
import { ContentSource } from "../message/content-source.ts";
import { MessageAirframe } from "../message/airframe.ts";
import { MessageFlight } from "../message/flight.ts";
import { MessageGroundStation } from "../message/ground-station.ts";
import { Message } from "../message/message.ts";
import { MessageStation } from "../message/station.ts";
import { Whole } from "../message/whole.ts";
import { parameter } from "./parameters.ts";
import { Receptions } from "./receptions.ts";

/** The parts that `include` adds to a message. */
const messageParts = [
  "raw",
  "tree",
  "assembled",
  "station",
  "airframe",
  "flight",
  "receptions",
  "ground_station",
] as const;
export type MessagePart = (typeof messageParts)[number];

/** A part that every message has. Earlier versions added it only on request, so it may still be asked for. */
const alwaysThere = "decoded";
const acceptedParts: readonly string[] = [...messageParts, alwaysThere];

/** The parameter `include`. */
export const include = parameter
  .transform((text, context) => {
    const asked = text.split(",");
    const known = messageParts.filter((part) => asked.includes(part));
    if (asked.some((part) => !acceptedParts.includes(part))) {
      context.addIssue(`must be one or more of ${messageParts.join(", ")}, separated by commas`);
    }
    return known;
  })
  .optional()
  .meta({
    type: "array",
    items: { type: "string", enum: acceptedParts },
    minItems: 1,
    description:
      "Members to add to each message, separated by commas; `null` where there is no value. Every message has `decoded`, with or without this parameter.",
    examples: [["flight", "station"]],
  });

/** A Message as REST returns it, with the members that `include` asked for. */
export const ReadMessage = z.strictObject({
  ...Message.shape,
  contentFrom: z
    .array(ContentSource)
    .optional()
    .describe(
      "The other receptions of the same transmission that members come from, because the station that received this message did not decode them: decoded content, position, airframe, flight, airports and times. Only by-id reads, conversations and lists and exports with `first=true` take content from other receptions, and never from those of stations that you cannot see. Absent if everything is of this reception.",
    ),
  raw: z
    .string()
    .nullable()
    .optional()
    .describe(
      "The decoder's object as text; `null` once it is no longer kept. Everybody but the owner of the station gets it without what the message itself hides: e-mails, network addresses, keys, the exact position of the station.",
    ),
  tree: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe(
      "What the decoder program decoded, as it sent it, by application; `null` if there is nothing, it is larger than 16 KiB, or it is no longer kept.",
    ),
  assembled: Whole.nullable()
    .optional()
    .describe(
      "The whole that the message is a part of or has completed; `null` if it has a single block, or the whole is not complete.",
    ),
  station: MessageStation.nullable().optional(),
  airframe: MessageAirframe.nullable().optional(),
  flight: MessageFlight.nullable().optional(),
  receptions: Receptions.nullable()
    .optional()
    .describe("All receptions of the transmission; `null` while they are not stored."),
  groundStation: MessageGroundStation.nullable()
    .optional()
    .describe(
      "The ground station that sent the message or that it was sent to, of HFDL, VDL2 and Inmarsat. That of an HFDL message is known as long as `raw` is kept.",
    ),
});
export type ReadMessage = z.infer<typeof ReadMessage>;
