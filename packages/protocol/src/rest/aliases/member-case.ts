import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { parameter } from "../parameters.ts";

const cases = ["camel", "snake"] as const;
/** How the names of members of an answer are written. */
export type MemberCase = (typeof cases)[number];

/** The parameter of all endpoints that answer GET with JSON. */
export const memberCase = parameter
  .pipe(z.enum(cases, `must be one of ${cases.join(", ")}`))
  .default("camel")
  .describe(
    "`snake`: members are named in snake case, `groupId` as `group_id`. What decoders sent, and names that are data, such as labels, stay as they are; so do errors. Default: `camel`.",
  );

/** The name of that parameter. */
export const memberCaseName = "case";

/** Returns whether an endpoint takes the parameter. */
export function takesMemberCase({
  method,
  answer,
  ranged,
}: Pick<Endpoint, "method" | "answer" | "ranged">): boolean {
  return method === "GET" && !ranged && !(answer instanceof z.ZodUndefined);
}

/**
 * Returns an answer with its members named in snake case. Only members that its schema names are renamed: the keys of
 * records are data, and what has no schema is not ours.
 */
export function inSnakeCase(value: unknown, schema: z.ZodType): unknown {
  return renamed(value, structuresOf(schema));
}

/** A schema of values that have other values in them. */
type Structure = z.ZodObject | z.ZodArray | z.ZodRecord | z.ZodTuple;

function renamed(value: unknown, structures: readonly Structure[]): unknown {
  if (typeof value !== "object" || value === null || structures.length === 0) return value;
  if (Array.isArray(value)) {
    return value.map((item: unknown, n) =>
      renamed(
        item,
        structures.flatMap((one) => itemsOf(one, n)),
      ),
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      const named = structures.flatMap((one) =>
        one instanceof z.ZodObject && Object.hasOwn(one.shape, name)
          ? [one.shape[name] as z.ZodType]
          : [],
      );
      if (named.length > 0) return [snakeCase(name), renamed(member, named.flatMap(structuresOf))];
      const values = structures.flatMap((one) =>
        one instanceof z.ZodRecord ? structuresOf(one.valueType as z.ZodType) : [],
      );
      return [name, renamed(member, values)];
    }),
  );
}

function itemsOf(structure: Structure, n: number): readonly Structure[] {
  if (structure instanceof z.ZodArray) return structuresOf(structure.element as z.ZodType);
  if (!(structure instanceof z.ZodTuple)) return [];
  const item = structure.def.items[n] ?? structure.def.rest;
  return item ? structuresOf(item as z.ZodType) : [];
}

const found = new WeakMap<z.ZodType, readonly Structure[]>();

/** Returns the structures that a value of a schema may have. */
function structuresOf(schema: z.ZodType): readonly Structure[] {
  const known = found.get(schema);
  if (known !== undefined) return known;
  const structures = find(schema);
  found.set(schema, structures);
  return structures;
}

function find(schema: z.ZodType): readonly Structure[] {
  if (
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodArray ||
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodTuple
  ) {
    return [schema];
  }
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(structuresOf);
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap((one) => structuresOf(one as z.ZodType));
  }
  if (schema instanceof z.ZodPipe) return structuresOf(schema.def.in as z.ZodType);
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType === undefined ? [] : structuresOf(innerType);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
