import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { checkTogether } from "../../parameters.ts";

const isZone = (text: string) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};
const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time, for example 22:30");

/** The hours in which nothing is sent. */
export const QuietHours = z
  .strictObject({
    zone: z
      .string()
      .max(64)
      .regex(
        /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/,
        "must be a time zone, for example Europe/Berlin",
      )
      .refine(isZone, "must be a time zone, for example Europe/Berlin")
      .describe("The time zone of the hours."),
    from: clockTime.describe("When they begin each day."),
    to: clockTime.describe("When they end, on the next day if it is earlier than `from`."),
    keeps: z
      .boolean()
      .describe(
        "Whether what comes meanwhile is summarized in one message afterwards. Otherwise it is left out; notifications on the page stay.",
      ),
  })
  .check(
    checkTogether<{ from: string; to: string }>(({ value, issues }) => {
      if (value.from !== value.to) return;
      issues.push({ code: "custom", path: ["to"], message: "must differ from from", input: value });
    }),
  );
export type QuietHours = z.infer<typeof QuietHours>;

export const quietHoursEndpoints = {
  readQuietHours: endpoint({
    tag: "notifications",
    access: "account",
    method: "GET",
    path: "/v1/quiet-hours",
    summary: "Read quiet hours",
    description: "Returns the hours in which nothing is sent to you besides the page.",
    answer: z.strictObject({ quietHours: QuietHours.nullable() }),
  }),
  setQuietHours: endpoint({
    tag: "notifications",
    access: "account",
    method: "PUT",
    path: "/v1/quiet-hours",
    summary: "Set quiet hours",
    description:
      "Sets hours in which no destination gets anything, and no mail about alert rules is sent.",
    body: QuietHours,
  }),
  removeQuietHours: endpoint({
    tag: "notifications",
    access: "account",
    method: "DELETE",
    path: "/v1/quiet-hours",
    summary: "Remove quiet hours",
    description: "From now on everything is sent at once. Repeating it has no effect.",
  }),
};
