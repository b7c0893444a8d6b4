import { escapeText, renderLine } from "./markdown.ts";

/** The part of JSON Schema that the documents of the interfaces use. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: unknown;
}

/**
 * Formats a JSON Schema as HTML in the notation of a type, with links to other schemas.
 *
 * @param page the path of the page that has the other schemas; empty if it is the same
 */
export function shapeOf(schema: Schema, page: string, indent = ""): string {
  const of = (inner: Schema) => shapeOf(inner, page, indent);
  if (schema.$ref !== undefined) return link(schema.$ref, page);
  if (schema.not !== undefined) return "no argument";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(of).join(" | ");
  if (schema.allOf) return schema.allOf.map(of).join(" & ");
  if (schema.enum) return schema.enum.map(literal).join(" | ");
  if ("const" in schema) return literal(schema.const);
  if (schema.properties) return objectShape(schema, page, indent);
  if (schema.prefixItems) return `[${schema.prefixItems.map(of).join(", ")}]`;
  if (schema.items) return arrayShape(of(schema.items));
  const { additionalProperties: values } = schema;
  if (typeof values === "object") return `{ [name]: ${of(values)} }`;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  return escapeText(types.join(" | ") + format);
}

function arrayShape(item: string): string {
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectShape(schema: Schema, page: string, indent: string): string {
  const { properties = {}, required = [] } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const optional = required.includes(name) ? "" : "?";
    const { description } = member;
    const note =
      description === undefined
        ? ""
        : `${inner}<span class="hljs-comment">// ${renderLine(description)}</span>\n`;
    return `${note}${inner}${escapeText(name)}${optional}: ${shapeOf(member, page, inner)}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function link(ref: string, page: string): string {
  const name = escapeText(ref.split("/").at(-1) ?? "");
  return `<a href="${page}#${name}">${name}</a>`;
}

function literal(value: unknown): string {
  return `<span class="hljs-string">${escapeText(JSON.stringify(value))}</span>`;
}
