import { z } from "zod";
import { nameComponents } from "./components.ts";
import { makePatternsPortable } from "./portable-patterns.ts";
import { makeTuplesPortable } from "./portable-tuples.ts";

/** A JSON Schema, or a part of a document. */
export type JsonObject = { readonly [member: string]: unknown };

/** The JSON Schemas of a document. Schemas with a name are defined once and referred to. */
export interface JsonSchemas {
  /** The schema of data that clients receive. Members may be added, so unknown ones are allowed. */
  written(schema: z.ZodType): JsonObject;
  /** The schema of data that clients send, before it is parsed. */
  read(schema: z.ZodType): JsonObject;
  /** The schema of path or query parameters after parsing: numbers, lists, times. */
  meant(schema: z.ZodType): JsonObject;
  /** The named schemas that were referred to. */
  readonly named: Readonly<Record<string, JsonObject>>;
}

/**
 * Converts schemas to JSON Schema (draft 2020-12) with their metadata.
 *
 * @param at the prefix of references to named schemas: `#/components/schemas/`
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

  /** Points references to the named schemas of the document. */
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

/** Removes keywords that add nothing to the rest of a schema. */
function leaveOut(isOpen: boolean) {
  return ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    if (isOpen && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.maximum === safe) delete jsonSchema.maximum;
    if (jsonSchema.minimum === -safe) delete jsonSchema.minimum;
    if (isOnlyFormat(jsonSchema)) delete jsonSchema.pattern;
    makePatternsPortable(jsonSchema);
    makeTuplesPortable(jsonSchema);
  };
}

/** Whether the pattern is the one that zod adds for a format. */
function isOnlyFormat({ format, pattern }: z.core.JSONSchema.BaseSchema): boolean {
  return format === "date-time" || (format === "uuid" && pattern?.includes("-7") === false);
}
