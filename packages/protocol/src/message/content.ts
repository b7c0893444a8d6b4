import { z } from "zod";
import { decodedApplications } from "./applications.ts";

/* What a message says, besides its envelope: made once, in ingest, and the same in every shape. */

/** One value that the content of a message contains. */
const DecodedItem = z.strictObject({
  label: z.string().describe("What the value is, for example `Altitude`."),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional().describe("Unit of a number, for example `ft`."),
});

/** The most items of a message, and the most characters of a text in its content. */
export const decodedItemsMax = 64;
export const decodedCharsMax = 1_000;

/** The decoded content of a message. Its texts come from radio or a library: never treat them as HTML. */
export const Decoded = z.strictObject({
  by: z
    .enum(["decoder", "text"])
    .describe("`decoder`: the decoder program decoded it. `text`: it was read from the text."),
  decoder: z.string().describe("The name of the format or library that was used."),
  level: z.enum(["partial", "full"]).describe("Whether all of the content was decoded."),
  application: z
    .string()
    .nullable()
    .describe(
      `The application: ${decodedApplications.map((name) => `\`${name}\``).join(", ")}, or the decoder's name of another; \`null\` if unknown.`,
    ),
  description: z.string().describe("The content in words."),
  items: z.array(DecodedItem).max(decodedItemsMax),
  version: z
    .int()
    .positive()
    .optional()
    .describe(
      "The version of the service's readers; absent if an earlier release read the message.",
    ),
});
export type Decoded = z.infer<typeof Decoded>;

const time = z.iso.datetime({ precision: 3 }).nullable();

/** The times of a flight that a message reports. */
export const FlightTimes = z.strictObject({
  out: time.describe("When it left the gate."),
  off: time.describe("When it took off."),
  on: time.describe("When it landed."),
  in: time.describe("When it reached the gate."),
  eta: time.describe("When it is expected to land."),
});
export type FlightTimes = z.infer<typeof FlightTimes>;

const assemblyStatuses = [
  "complete",
  "in-progress",
  "skipped",
  "duplicate",
  "out-of-sequence",
  "unknown",
] as const;

/** A message's part in a whole of several blocks, as its decoder reports it. */
export const Assembly = z.strictObject({
  status: z
    .enum(assemblyStatuses)
    .describe("The state of the whole. `complete`: `text` is the whole text."),
  part: z.int().positive().nullable().describe("Number of the block, from 1; `null` if unknown."),
  parts: z.int().positive().nullable().describe("Number of blocks; `null` while unknown."),
});
export type Assembly = z.infer<typeof Assembly>;

export const PositionSource = z.enum(["structured", "text"]);
