import escapeHtml from "escape-html";
import { textHtml } from "./html.ts";

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: unknown;
}

/** Formats a JSON Schema as HTML in the notation of a type, with links to other schemas. */
export function shapeOf(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.not !== undefined) return "no argument";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => shapeOf(choice, indent)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => literal(value)).join(" | ");
  if ("const" in schema) return literal(schema.const);
  if (schema.properties) return objectShape(schema.properties, schema.required ?? [], indent);
  if (schema.prefixItems) {
    return `[${schema.prefixItems.map((item) => shapeOf(item, indent)).join(", ")}]`;
  }
  if (schema.items) return `${shapeOf(schema.items, indent)}[]`;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  return escapeHtml(types.join(" | ") + format);
}

function objectShape(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const optional = required.includes(name) ? "" : "?";
    const { description } = member;
    const note =
      description === undefined
        ? ""
        : `${inner}<span class="note">// ${textHtml(description)}</span>\n`;
    return `${note}${inner}${escapeHtml(name)}${optional}: ${shapeOf(member, inner)}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function link(ref: string): string {
  const name = escapeHtml(ref.split("/").at(-1) ?? "");
  return `<a href="#${name}">${name}</a>`;
}

function literal(value: unknown): string {
  return escapeHtml(JSON.stringify(value));
}
