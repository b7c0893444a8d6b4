import { z } from "zod";
import { MessageAirframe } from "../message/airframe.ts";
import { MessageFlight } from "../message/flight.ts";
import { Message } from "../message/message.ts";
import { MessageStation } from "../message/station.ts";
import { parameter } from "./parameters.ts";

/** What a message may be read with. */
export const messageParts = ["raw", "decoded", "station", "airframe", "flight"] as const;
export type MessagePart = (typeof messageParts)[number];

/** The parameter `include`: parts, separated by commas. */
export const include = parameter
  .transform((text, context) => {
    const asked = text.split(",");
    const known = messageParts.filter((part) => asked.includes(part));
    if (known.length < new Set(asked).size) {
      context.addIssue(`must be of ${messageParts.join(", ")}, separated by commas`);
    }
    return known;
  })
  .optional()
  .meta({
    type: "array",
    items: { type: "string", enum: messageParts },
    minItems: 1,
    description: "Members to add, null where there is none",
    examples: [["decoded", "station"]],
  });

/** What the text says, as far as it can be told. */
export const DecodedText = z.strictObject({
  decoder: z.string().describe("Which of the formats it was read by"),
  level: z.enum(["partial", "full"]),
  description: z.string(),
  items: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  latitude: z.number().nullable().describe("Degrees"),
  longitude: z.number().nullable().describe("Degrees"),
});
export type DecodedText = z.infer<typeof DecodedText>;

/** A Message, and what was asked for by `include`; null where there is none. */
export const ReadMessage = z.strictObject({
  ...Message.shape,
  raw: z.string().nullable().optional().describe("The decoder's whole object, as it sent it"),
  decoded: DecodedText.nullable().optional(),
  station: MessageStation.nullable().optional(),
  airframe: MessageAirframe.nullable().optional(),
  flight: MessageFlight.nullable().optional(),
});
export type ReadMessage = z.infer<typeof ReadMessage>;
