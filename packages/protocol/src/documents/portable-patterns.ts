import type { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

const noControls = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
const portablePatterns: Readonly<Record<string, string>> = {
  "^\\P{Cc}*$": noControls,
  "^(?:\\P{Cc}|\\r?\\n)*$": "^(?:[^\\u0000-\\u001f\\u007f-\\u009f]|\\r?\\n)*$",
};

/**
 * Rewrites patterns so that every reader of JSON Schema understands them; several become `allOf`. Not
 * all readers know Unicode properties: a pattern that needs them is removed, and the description has
 * to state the rule.
 */
export function makePatternsPortable(schema: Schema): void {
  const parts = (schema.allOf ?? []) as readonly Schema[];
  if (parts.some((part) => Object.keys(part).join() !== "pattern")) return;
  const given = [schema.pattern, ...parts.map(({ pattern }) => pattern)];
  const portable = given
    .filter((pattern) => pattern !== undefined)
    .map((pattern) => portablePatterns[pattern] ?? pattern)
    .filter((pattern) => !/\\p\{/i.test(pattern));
  const kept = portable.some(isWhole)
    ? portable.filter((pattern) => pattern !== noControls)
    : portable;
  delete schema.pattern;
  delete schema.allOf;
  if (kept.length > 1) schema.allOf = kept.map((pattern) => ({ pattern }));
  else if (kept[0] !== undefined) schema.pattern = kept[0];
}

/** Whether a pattern lists all allowed characters, and so excludes control characters as well. */
function isWhole(pattern: string): boolean {
  return /^\^[^^.]*\$$/.test(pattern);
}
