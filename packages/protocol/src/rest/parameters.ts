import { z } from "zod";
import { messageIdPattern } from "../message/message-id.ts";

/** The default and the maximum number of items per page. */
const pageRowsMax = 100;

/** A query parameter, given once and without control characters (Postgres refuses NUL). */
export const parameter = z
  .string("must be given once")
  .regex(/^\P{Cc}*$/u, "must not contain control characters");

const limitText = `must be a whole number from 1 to ${pageRowsMax}`;

const pageLimit = parameter
  .regex(/^\d{1,6}$/, limitText)
  .transform(Number)
  .pipe(z.int().min(1, limitText).max(pageRowsMax, limitText))
  .default(pageRowsMax)
  .describe("Maximum number of items. Default and maximum: 100.");

/** An id that is a UUIDv7, as messages, chat messages and notifications have. */
export function timeOrderedId(message: string) {
  return z
    .string()
    .regex(messageIdPattern, message)
    .meta({ examples: ["0196f3a0-1234-7000-8000-00000000002a"] });
}

/** A cursor of a list whose items have such ids. */
export function timeOrderedCursor(message: string) {
  return parameter.pipe(timeOrderedId(message));
}

/**
 * Returns the paging parameters of a list.
 *
 * @param item what the cursors are ids of, for example "a message"
 */
export function pageParameters<Cursor extends z.ZodType>(cursor: Cursor, item: string) {
  return {
    limit: pageLimit,
    before: cursor
      .optional()
      .describe(`The id of ${item}: returns the items after it in the list.`),
    after: cursor
      .optional()
      .describe(
        `The id of ${item}: returns the items before it in the list. Without \`before\`, returns the page that is adjacent to it.`,
      ),
  };
}

/** The most items that a list skips. */
const offsetMax = 1_000;
const offsetText = `must be a whole number from 0 to ${offsetMax}: to read on, use the link next, or before`;

/** The parameter that skips items. */
export const offsetParameter = parameter
  .regex(/^\d{1,9}$/, offsetText)
  .transform(Number)
  .pipe(z.int().max(offsetMax, offsetText))
  .optional()
  .meta({
    type: "integer",
    minimum: 0,
    maximum: offsetMax,
    description: `Skips this many items, at most ${offsetMax}, for programs that count. Items that come meanwhile move the others. The link \`next\` continues by \`before\`, which has no such bound.`,
  });

/** Refuses to skip items after a cursor. */
export const refuseOffsetWithCursor = checkTogether<{
  readonly offset?: number | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}>(({ value, issues }) => {
  const cursor = (["before", "after"] as const).find((name) => value[name] !== undefined);
  if (cursor === undefined || value.offset === undefined || value.offset === 0) return;
  const message = `must not be combined with ${cursor}, which continues without it`;
  issues.push({ code: "custom", path: ["offset"], message, input: value });
});

/** The order of a list: the value by which it is sorted, with `-` the highest first. */
export type ListOrder<Name extends string = string> = Name | `-${Name}`;

/**
 * Returns the parameter that sorts a list. Cursors stay ids: items whose value changes between two pages may be
 * missed or repeated.
 *
 * @param names the values by which items can be sorted
 * @param condition a sentence that says when; it is none by default
 */
export function orderParameter<const Name extends string>(names: readonly Name[], condition = "") {
  const words = names.flatMap((name): ListOrder<Name>[] => [name, `-${name}`]);
  return parameter
    .pipe(z.enum(words, `must be one of ${words.join(", ")}`))
    .optional()
    .describe(
      `Sorts the list by this value, with \`-\` the highest first. Items without a value come last. An item whose value changes between two pages may be missed or repeated.${condition}`,
    );
}

/**
 * Makes a check of several members together. It is skipped while one of them is invalid, because
 * that member has not been converted yet.
 */
export function checkTogether<Value>(check: (payload: z.core.ParsePayload<Value>) => void) {
  return (payload: z.core.ParsePayload<Value>): void => {
    if (payload.issues.length === 0) check(payload);
  };
}

interface Range {
  readonly before?: string | number | undefined;
  readonly after?: string | number | undefined;
  readonly order?: ListOrder | undefined;
}

/** Refuses `before` and `after` if no item can lie between them. */
export const refuseEmptyRange = checkTogether<Range>(({ value, issues }) => {
  const { before, after, order } = value;
  // The ids of a list that is sorted by something else tell nothing.
  if (order !== undefined || before === undefined || after === undefined || after < before) return;
  for (const [path, message] of [
    ["before", "must be newer than after"],
    ["after", "must be older than before"],
  ] as const) {
    issues.push({ code: "custom", path: [path], message, input: value });
  }
});
