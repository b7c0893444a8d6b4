import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { checkTogether, parameter } from "../../parameters.ts";

const count = z.int().nonnegative();
const hourMs = 3_600_000;

/** The properties that messages are counted by. */
const breakdowns = ["label", "airline", "decoded", "frequency", "type"] as const;

/** The ranges of counts, in hours. */
const breakdownHours = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;

/** The most names that are listed. */
export const breakdownNamesMax = 20;

/** The messages with one name. */
export const Tally = z.strictObject({
  name: z
    .string()
    .nullable()
    .describe("The label, code, application, MHz or source type; `null` for messages without one."),
  title: z.string().nullable().describe("What the name means; `null` if it is not known."),
  messages: count,
});
export type Tally = z.infer<typeof Tally>;

/** The messages of a range of time by what the parameter `by` names. */
export const Breakdown = z.strictObject({
  by: z.enum(breakdowns),
  step: z.enum(["hour", "day"]),
  since: Instant,
  until: Instant,
  messages: count.describe("All messages of the range that are counted so far."),
  top: z
    .array(Tally)
    .max(breakdownNamesMax)
    .describe(`The ${breakdownNamesMax} most frequent names, the most frequent first.`),
  series: z
    .array(
      z.strictObject({
        from: Instant,
        messages: count,
        counts: z
          .array(count)
          .describe("Messages by name, in the order of `top`. The others are in `messages` only."),
      }),
    )
    .describe("Messages by period, newest first. Periods without messages are left out."),
});
export type Breakdown = z.infer<typeof Breakdown>;

/** The parameters of a breakdown. */
export const breakdownParameters = {
  by: parameter
    .pipe(z.enum(breakdowns, `must be one of ${breakdowns.join(", ")}`))
    .optional()
    .describe(
      "Adds `breakdown`: messages by label, airline, application of decoded content, frequency, or source type.",
    ),
  step: parameter
    .pipe(z.enum(["hour", "day"], "must be hour or day"))
    .optional()
    .describe("Length of the periods of `breakdown`. Default: `hour`, with `range=30d` `day`."),
  range: parameter
    .pipe(z.enum(["24h", "7d", "30d"], "must be 24h, 7d or 30d"))
    .optional()
    .describe("Range of `breakdown`, up to now. Default: `24h`."),
};

interface Given {
  readonly by?: unknown;
  readonly step?: unknown;
  readonly range?: unknown;
}

/** Refuses parameters that have no effect without `by`. */
export const refuseWithoutBy = checkTogether<Given>(({ value, issues }) => {
  if (value.by !== undefined) return;
  for (const path of ["step", "range"] as const) {
    if (value[path] === undefined) continue;
    issues.push({ code: "custom", path: [path], message: "requires by", input: value });
  }
});

/** Returns the whole hours of a range that ends with the current one. */
export function breakdownRange(
  range: keyof typeof breakdownHours,
  nowMs: number,
): { readonly since: string; readonly until: string } {
  const untilMs = Math.floor(nowMs / hourMs) * hourMs + hourMs;
  const sinceMs = untilMs - breakdownHours[range] * hourMs;
  return { since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString() };
}
