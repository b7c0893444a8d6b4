import { z } from "zod";
import { documented } from "./components.ts";

/** A JSON Schema, or a part of a document. */
export type JsonObject = { readonly [member: string]: unknown };

/** JSON Schemas of a document: those with a name are kept aside once and referred to. */
export interface JsonSchemas {
  /** What a client gets, as it is written. */
  written(schema: z.ZodType): JsonObject;
  /** What a client gives, before it is read. */
  read(schema: z.ZodType): JsonObject;
  /** The named ones that were referred to. */
  readonly named: Readonly<Record<string, JsonObject>>;
}

/**
 * Turns schemas into JSON Schema (draft 2020-12), with what `documented` says of them.
 *
 * @param at where named schemas are: `#/components/schemas/`
 */
export function createJsonSchemas(at: string): JsonSchemas {
  const named: Record<string, JsonObject> = {};

  function convert(schema: z.ZodType, io: "input" | "output"): JsonObject {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      metadata: documented,
      override: ({ zodSchema, jsonSchema }) => showAs(jsonSchema, documented.get(zodSchema)?.shown),
    });
    const suffix = io === "input" ? "Input" : "";
    for (const [name, definition] of Object.entries($defs ?? {})) {
      named[name + suffix] = pointed(definition, suffix);
    }
    return pointed(rest, suffix);
  }

  /** The same with references to where the named ones are, and without patterns that only repeat a format. */
  function pointed(value: object, suffix: string): JsonObject {
    return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
      if (key === "$ref" && typeof member === "string") {
        return member.replace("#/$defs/", at) + suffix;
      }
      return isFormatted(member) ? withoutPattern(member) : member;
    }) as JsonObject;
  }

  return {
    written: (schema) => convert(schema, "output"),
    read: (schema) => convert(schema, "input"),
    named,
  };
}

function showAs(schema: Record<string, unknown>, shown: JsonObject | undefined): void {
  // It stays within the schema, beside what it is registered with.
  delete schema["shown"];
  if (shown === undefined) return;
  for (const member of Object.keys(schema)) delete schema[member];
  Object.assign(schema, shown);
}

function isFormatted(value: unknown): value is { format: string; pattern: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    "pattern" in value &&
    (value.format === "date-time" || value.format === "uuid")
  );
}

function withoutPattern(formatted: { pattern: string }): JsonObject {
  return Object.fromEntries(Object.entries(formatted).filter(([member]) => member !== "pattern"));
}
