import { z } from "zod";
import { MessageAirframe } from "../message/airframe.ts";
import { MessageFlight } from "../message/flight.ts";
import { Message } from "../message/message.ts";
import { MessageStation } from "../message/station.ts";
import { parameter } from "./parameters.ts";

/** The parts that `include` adds to a message. */
export const messageParts = ["raw", "decoded", "station", "airframe", "flight"] as const;
export type MessagePart = (typeof messageParts)[number];

/** The parameter `include`. */
export const include = parameter
  .transform((text, context) => {
    const asked = text.split(",");
    const known = messageParts.filter((part) => asked.includes(part));
    if (known.length < new Set(asked).size) {
      context.addIssue(`must be one or more of ${messageParts.join(", ")}, separated by commas`);
    }
    return known;
  })
  .optional()
  .meta({
    type: "array",
    items: { type: "string", enum: messageParts },
    minItems: 1,
    description:
      "Members to add to each message, separated by commas; `null` where there is no value.",
    examples: [["decoded", "station"]],
  });

/** The decoded text of a message. */
export const DecodedText = z.strictObject({
  decoder: z.string().describe("The name of the format that was recognized."),
  level: z.enum(["partial", "full"]).describe("Whether all of the text was decoded."),
  description: z.string(),
  items: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  latitude: z.number().nullable().describe("Degrees."),
  longitude: z.number().nullable().describe("Degrees."),
});
export type DecodedText = z.infer<typeof DecodedText>;

/** A Message with the members that `include` asked for. */
export const ReadMessage = z.strictObject({
  ...Message.shape,
  raw: z
    .string()
    .nullable()
    .optional()
    .describe(
      "The decoder's object as text; `null` once it is no longer kept. Everybody but the owner of the station gets it without what the message itself hides: e-mails, network addresses, keys, the exact position of the station.",
    ),
  decoded: DecodedText.nullable().optional(),
  station: MessageStation.nullable().optional(),
  airframe: MessageAirframe.nullable().optional(),
  flight: MessageFlight.nullable().optional(),
});
export type ReadMessage = z.infer<typeof ReadMessage>;
