import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId, StationName } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { flagFilter, timeFilter } from "../../filters.ts";
import { checkTogether, parameter } from "../../parameters.ts";

const minuteMs = 60_000;
/** The most minutes of one answer, and of one with ids. */
const [minutesMax, minutesWithIdsMax] = [1_440, 60];
/** The time after the end of a minute when it is sealed: everything that arrived in it has been stored, or is late. */
export const receiptSealMs = 90_000;

/** The receipt of a station and a minute, without minutes in which nothing was received. */
export const Receipt = z.strictObject({
  minute: Instant.describe("The start of the minute. The time in the id of a message decides."),
  count: z.int().nonnegative().describe("Messages that were stored on time. It never changes."),
  digest: z
    .string()
    .describe(
      "SHA-256 in hexadecimal digits of their ids in order, each with a line feed after it, as `sort | sha256sum` makes it. It never changes.",
    ),
  redacted: z
    .array(z.string())
    .describe("The ids of those of them that were redacted since. They stay in count and digest."),
  late: z
    .array(z.string())
    .describe(
      "The ids of messages that were stored over 30 seconds after they arrived, for example after an outage. They are not in count and digest.",
    ),
  ids: z
    .array(z.string())
    .optional()
    .describe("The ids that count and digest are of, if `ids` was set."),
});
export type Receipt = z.infer<typeof Receipt>;

const Receipts = z.strictObject({
  station: StationName,
  since: Instant.describe("The start of the first minute."),
  until: Instant.describe("The end of the last minute; later ones are not sealed yet."),
  receipts: z.array(Receipt).describe("Minutes with messages, the oldest first."),
});
export type Receipts = z.infer<typeof Receipts>;

const ReceiptsQuery = z
  .strictObject({
    station: parameter
      .regex(/^\d{1,10}$/, "must be the id of a station")
      .transform(Number)
      .pipe(StationId)
      .meta({ description: "The id of a station.", examples: [7] }),
    since: timeFilter.optional().describe("The first minute. Default: an hour before `until`."),
    until: timeFilter
      .optional()
      .describe("The end of the last minute. Default: the last minute that is sealed."),
    ids: flagFilter.optional().describe("Whether to return the ids, of an hour at most."),
  })
  .check(
    checkTogether(({ value, issues }) => {
      const { fromMs, toMs } = receiptRange(value, Date.now());
      const max = value.ids === true ? minutesWithIdsMax : minutesMax;
      const minutes = (toMs - fromMs) / minuteMs;
      if (minutes >= 1 && minutes <= max) return;
      const message =
        minutes < 1
          ? "must be a sealed minute before until"
          : `must be at most ${max} minutes before until`;
      issues.push({ code: "custom", path: ["since"], message, input: value });
    }),
  );

/** Returns the whole minutes that a query selects, as far as they are sealed, Unix ms. */
export function receiptRange(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const sealedMs = minuteOf(nowMs - receiptSealMs);
  const toMs = until === undefined ? sealedMs : Math.min(sealedMs, minuteOf(Date.parse(until)));
  const fromMs = since === undefined ? toMs - 60 * minuteMs : minuteOf(Date.parse(since));
  return { fromMs, toMs };
}

function minuteOf(ms: number): number {
  return Math.floor(ms / minuteMs) * minuteMs;
}

export const receiptEndpoints = {
  listReceipts: endpoint({
    method: "GET",
    path: "/v1/receipts",
    summary: "List a station's receipts",
    description:
      "Returns, for each minute of a station, how many messages were stored and a digest of their ids, so that a client can prove that its copy is complete, or find the minute that has a hole. A minute is sealed 90 seconds after its end; then count and digest never change. At most a day at a time.",
    tag: "stations",
    access: "reader",
    query: ReceiptsQuery,
    answer: Receipts,
    refusals: ["not_found"],
  }),
};
