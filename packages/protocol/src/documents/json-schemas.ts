import { z } from "zod";
import { nameComponents } from "./components.ts";
import { makePatternsPortable } from "./portable-patterns.ts";

/** A JSON Schema, or a part of a document. */
export type JsonObject = { readonly [member: string]: unknown };

/** JSON Schemas of a document: those with a name are kept aside once and referred to. */
export interface JsonSchemas {
  /** What a client gets, as it is written. Members may be added to it, so none is excluded. */
  written(schema: z.ZodType): JsonObject;
  /** What a client gives, before it is read. */
  read(schema: z.ZodType): JsonObject;
  /** What the parts of a path or a query mean, once they are read: numbers, lists, times. */
  meant(schema: z.ZodType): JsonObject;
  /** The named ones that were referred to. */
  readonly named: Readonly<Record<string, JsonObject>>;
}

/**
 * Turns schemas into JSON Schema (draft 2020-12), with what their metadata say of them.
 *
 * @param at where named schemas are: `#/components/schemas/`
 */
export function createJsonSchemas(at: string): JsonSchemas {
  const named: Record<string, JsonObject> = {};
  nameComponents();

  function convert(schema: z.ZodType, io: "input" | "output", isOpen: boolean): JsonObject {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: leaveOut(isOpen) });
    const suffix = io === "input" ? "Input" : "";
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const { id: _id, ...shape } = definition;
      named[name + suffix] = pointed(shape, suffix);
    }
    return pointed(rest, suffix);
  }

  /** The same with references to where the named ones are. */
  function pointed(value: object, suffix: string): JsonObject {
    return JSON.parse(JSON.stringify(value), (key, member: unknown) =>
      key === "$ref" && typeof member === "string"
        ? member.replace("#/$defs/", at) + suffix
        : member,
    ) as JsonObject;
  }

  return {
    written: (schema) => convert(schema, "output", true),
    read: (schema) => convert(schema, "input", false),
    meant: (schema) => convert(schema, "output", false),
    named,
  };
}

const safe = Number.MAX_SAFE_INTEGER;

/** What says no more than the rest of a schema. */
function leaveOut(isOpen: boolean) {
  return ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    if (isOpen && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.maximum === safe) delete jsonSchema.maximum;
    if (jsonSchema.minimum === -safe) delete jsonSchema.minimum;
    if (isOnlyFormat(jsonSchema)) delete jsonSchema.pattern;
    makePatternsPortable(jsonSchema);
  };
}

/** Patterns that zod makes of a format. */
function isOnlyFormat({ format, pattern }: z.core.JSONSchema.BaseSchema): boolean {
  return format === "date-time" || (format === "uuid" && pattern?.includes("-7") === false);
}
