import type { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

const noControls = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

/**
 * Patterns as every reader of JSON Schema understands them, several as `allOf`. Not all know
 * properties of Unicode: what can't be said without is left out, its description has to say it.
 */
export function makePatternsPortable(schema: Schema): void {
  const parts = (schema.allOf ?? []) as readonly Schema[];
  if (parts.some((part) => Object.keys(part).join() !== "pattern")) return;
  const given = [schema.pattern, ...parts.map(({ pattern }) => pattern)];
  const portable = given
    .filter((pattern) => pattern !== undefined)
    .map((pattern) => (pattern === "^\\P{Cc}*$" ? noControls : pattern))
    .filter((pattern) => !/\\p\{/i.test(pattern));
  const told = portable.some(isWhole)
    ? portable.filter((pattern) => pattern !== noControls)
    : portable;
  delete schema.pattern;
  delete schema.allOf;
  if (told.length > 1) schema.allOf = told.map((pattern) => ({ pattern }));
  else if (told[0] !== undefined) schema.pattern = told[0];
}

/** What matches a whole text by the characters that it lists has no control characters either. */
function isWhole(pattern: string): boolean {
  return /^\^[^^.]*\$$/.test(pattern);
}
