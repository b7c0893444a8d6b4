import { z } from "zod";
import { airlineFilter } from "../../filters.ts";
import { endpoint } from "../../endpoint.ts";
import { parameter } from "../../parameters.ts";

/** The most layouts of an answer. */
const layoutsMax = 100;
/** Days that are counted. */
const daysMax = 31;
const daysText = `must be a whole number from 1 to ${daysMax}`;
const limitText = `must be a whole number from 1 to ${layoutsMax}`;

/** The messages whose texts have one layout. */
const UndecodedLayout = z.strictObject({
  label: z.string().nullable().describe("The label; `null` for messages without one."),
  layout: z
    .string()
    .nullable()
    .describe(
      "The first characters of the text: `A` stands for letters, `0` for digits. `null` for all that a day has beyond 20,000 layouts.",
    ),
  messages: z.int().positive().describe("Transmissions, each counted once."),
  airline: z
    .string()
    .nullable()
    .describe("The code of the airline with the most of them; `null` if no flight is known."),
  airlines: z.int().nonnegative().describe("How many airlines send them."),
  samples: z
    .array(z.strictObject({ id: z.uuidv7(), text: z.string() }))
    .max(3)
    .describe(
      "The newest messages, as far as they are still stored, with the first 1,000 characters of their texts. Texts come from radio.",
    ),
});
export type UndecodedLayout = z.infer<typeof UndecodedLayout>;

const Undecoded = z.strictObject({
  days: z.int().positive(),
  messages: z.int().nonnegative().describe("All messages that the filters select."),
  layouts: z.array(UndecodedLayout).describe("Those with the most messages first."),
});

const UndecodedQuery = z.strictObject({
  days: parameter
    .regex(/^\d{1,2}$/, daysText)
    .transform(Number)
    .pipe(z.int().min(1, daysText).max(daysMax, daysText))
    .default(7)
    .describe(`Days (UTC), including today: 1 to ${daysMax}. Default: 7.`),
  label: parameter
    .regex(/^.{2}$/u, "must be a label of two characters")
    .optional()
    .describe("A label, case-sensitive."),
  airline: airlineFilter.optional(),
  layout: parameter
    .min(1, "must not be empty")
    .max(40, "must have at most 40 characters")
    .optional()
    .describe("A part of the layout, such as `A0/A`."),
  limit: parameter
    .regex(/^\d{1,3}$/, limitText)
    .transform(Number)
    .pipe(z.int().min(1, limitText).max(layoutsMax, limitText))
    .default(layoutsMax)
    .describe(`Maximum number of layouts. Default and maximum: ${layoutsMax}.`),
});

export const undecodedEndpoints = {
  readUndecoded: endpoint({
    method: "GET",
    path: "/v1/stats/undecoded",
    summary: "List texts that nothing reads",
    description:
      "Returns how many messages have texts that neither a decoder program nor the service has read, by label and layout, with samples. Counts are some minutes old. `/v1/messages/export?decoded=none` returns the texts themselves.",
    tag: "statistics",
    access: "reader",
    query: UndecodedQuery,
    answer: Undecoded,
  }),
};
