import type { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Rewrites tuples of numbers as lists of that length, because many readers of JSON Schema do not know
 * `prefixItems`. A number of the list has the widest bounds of all: the description has to state the rule.
 */
export function makeTuplesPortable(schema: Schema): void {
  const parts = (schema.prefixItems ?? []) as readonly Schema[];
  if (parts.length === 0 || parts.some(({ type }) => type !== "number")) return;
  const items: Schema = { type: "number" };
  const minima = parts.map(({ minimum }) => minimum).filter((bound) => bound !== undefined);
  const maxima = parts.map(({ maximum }) => maximum).filter((bound) => bound !== undefined);
  if (minima.length === parts.length) items.minimum = Math.min(...minima);
  if (maxima.length === parts.length) items.maximum = Math.max(...maxima);
  delete schema.prefixItems;
  schema.items = items;
}
