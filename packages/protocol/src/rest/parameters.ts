import { z } from "zod";

/** Most items of a page, and how many there are unless asked otherwise. */
export const pageRowsMax = 100;

/** A query parameter: given once, without control characters (Postgres refuses NUL). */
export const parameter = z
  .string("must be given once")
  .regex(/^\P{Cc}*$/u, "must not hold control characters");

const limitText = `must be a whole number from 1 to ${pageRowsMax}`;

export const pageLimit = parameter
  .regex(/^\d{1,6}$/, limitText)
  .transform(Number)
  .pipe(z.int().min(1, limitText).max(pageRowsMax, limitText))
  .default(pageRowsMax);

interface Range {
  readonly before?: string | number | undefined;
  readonly after?: string | number | undefined;
}

/** Refuses `before` and `after` between which nothing can be. */
export function refuseEmptyRange(payload: z.core.ParsePayload<Range>): void {
  const { before, after } = payload.value;
  if (before === undefined || after === undefined || after < before) return;
  for (const [path, message] of [
    ["before", "must be newer than after"],
    ["after", "must be older than before"],
  ] as const) {
    payload.issues.push({ code: "custom", path: [path], message, input: payload.value });
  }
}
