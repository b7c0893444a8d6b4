import type { Schema } from "./shape.ts";

/** A parameter of an operation, or the name of one that several share. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** An answer of an operation, or the name of one that several share. */
export interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: BodiesByType;
}

/** Bodies by their media type. */
export type BodiesByType = Readonly<Record<string, { readonly schema?: Schema }>>;

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: BodiesByType };
  readonly responses: Readonly<Record<string, Response>>;
}

/** Parts of the document that sections of operations refer to. */
export interface Shared {
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
  /** The path of the page with the shared schemas. */
  readonly schemas: string;
  readonly accessName: (scheme: string) => string;
}

/** Returns a parameter, which may be one that several operations share. */
export function resolved(given: Parameter, { components }: Pick<Shared, "components">): Parameter {
  return given.$ref ? (components.parameters[schemaNameOf(given.$ref)] ?? given) : given;
}

/** Returns the name of what a reference names. */
export function schemaNameOf(ref: string): string {
  return ref.split("/").at(-1) ?? "";
}
