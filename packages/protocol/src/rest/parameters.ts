import { z } from "zod";
import { messageIdPattern } from "../message/message-id.ts";

/** Most items of a page, and how many there are unless asked otherwise. */
export const pageRowsMax = 100;

/** A query parameter: given once, without control characters (Postgres refuses NUL). */
export const parameter = z
  .string("must be given once")
  .regex(/^\P{Cc}*$/u, "must not hold control characters");

const limitText = `must be a whole number from 1 to ${pageRowsMax}`;

const pageLimit = parameter
  .regex(/^\d{1,6}$/, limitText)
  .transform(Number)
  .pipe(z.int().min(1, limitText).max(pageRowsMax, limitText))
  .default(pageRowsMax)
  .describe("Items of the page at most");

/** An id of a message, or of what else has such ids. */
export function timeOrderedId(message: string) {
  return z
    .string()
    .regex(messageIdPattern, message)
    .meta({ examples: ["0196f3a0-1234-7000-8000-00000000002a"] });
}

/** The cursor of lists whose items have such ids. */
export function timeOrderedCursor(message: string) {
  return parameter.pipe(timeOrderedId(message));
}

/**
 * What lists take: how many items, and from where.
 *
 * @param item what the cursors are ids of
 */
export function pageParameters<Cursor extends z.ZodType>(cursor: Cursor, item: string) {
  return {
    limit: pageLimit,
    before: cursor.optional().describe(`Only what stands below this ${item} in the list`),
    after: cursor
      .optional()
      .describe(`Only what stands above this ${item} in the list; alone, the page next to it`),
  };
}

/**
 * A check of several members together. While one of them doesn't hold it is as it was given, a text
 * where a list is meant, so nothing is said of it then but that.
 */
export function checkTogether<Value>(check: (payload: z.core.ParsePayload<Value>) => void) {
  return (payload: z.core.ParsePayload<Value>): void => {
    if (payload.issues.length === 0) check(payload);
  };
}

interface Range {
  readonly before?: string | number | undefined;
  readonly after?: string | number | undefined;
}

/** Refuses `before` and `after` between which nothing can be. */
export const refuseEmptyRange = checkTogether<Range>(({ value, issues }) => {
  const { before, after } = value;
  if (before === undefined || after === undefined || after < before) return;
  for (const [path, message] of [
    ["before", "must be newer than after"],
    ["after", "must be older than before"],
  ] as const) {
    issues.push({ code: "custom", path: [path], message, input: value });
  }
});
