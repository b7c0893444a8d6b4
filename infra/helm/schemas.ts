import { writeFileSync } from "node:fs";
import { join } from "node:path";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** Values that Kubernetes reads from a number or a text. */
const numberOrText: JsonObject = { oneOf: [{ type: "string" }, { type: "number" }] };

/**
 * Writes a strict JSON Schema for each kind of object: `deployment-apps-v1.json`.
 *
 * @param folder where the files are written
 * @param swagger the OpenAPI document of Kubernetes
 * @param definitions CustomResourceDefinitions, each as JSON
 */
export function writeSchemas(
  folder: string,
  swagger: string,
  definitions: readonly string[],
): void {
  const types = objectIn(parse(swagger)["definitions"]);
  const strict = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, strictSchema(name, type)]),
  );
  for (const [name, type] of Object.entries(types)) {
    const kinds = objectIn(type)["x-kubernetes-group-version-kind"];
    const [only, ...others] = Array.isArray(kinds) ? kinds.map(objectIn) : [];
    // Options of requests have the kinds of all groups.
    if (only === undefined || others.length > 0) continue;
    const schema = { $ref: `#/definitions/${name}`, definitions: reachable(strict, name) };
    write(folder, [text(only["kind"]), text(only["group"]), text(only["version"])], schema);
  }
  for (const definition of definitions) writeCustom(folder, objectIn(parse(definition)["spec"]));
}

function writeCustom(folder: string, { group, names, versions }: JsonObject): void {
  for (const version of Array.isArray(versions) ? versions.map(objectIn) : []) {
    const schema = objectIn(objectIn(version["schema"])["openAPIV3Schema"]);
    const kind = text(objectIn(names ?? null)["kind"]);
    const properties = { ...objectIn(schema["properties"]), metadata: { type: "object" } };
    const whole = strictSchema("", { ...schema, properties });
    write(folder, [kind, text(group), text(version["name"])], whole);
  }
}

function write(folder: string, [kind, group, version]: readonly string[], schema: Json): void {
  const name = [kind?.toLowerCase(), group?.split(".", 1)[0], version].filter(Boolean).join("-");
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
}

/** Returns a schema that refuses members it does not name. */
function strictSchema(name: string, schema: Json | undefined): Json {
  if (name.endsWith(".IntOrString") || name.endsWith(".Quantity")) return numberOrText;
  if (Array.isArray(schema)) return schema.map((one) => strictSchema("", one));
  if (schema === null || typeof schema !== "object") return schema ?? {};
  if (schema["x-kubernetes-int-or-string"] === true) return numberOrText;
  const { properties, ...others } = schema;
  const result = Object.fromEntries(
    Object.entries(others).map(([member, value]) => [member, strictSchema("", value)]),
  );
  if (properties === undefined) return result;
  const members = Object.entries(objectIn(properties));
  return {
    ...result,
    properties: Object.fromEntries(members.map(([key, value]) => [key, strictSchema("", value)])),
    additionalProperties: schema["x-kubernetes-preserve-unknown-fields"] === true,
  };
}

/** Returns the definitions that a definition refers to, itself among them. */
function reachable(definitions: JsonObject, first: string): JsonObject {
  const found: JsonObject = {};
  const names = [first];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name in found) continue;
    const definition = definitions[name] ?? {};
    found[name] = definition;
    const references = JSON.stringify(definition).matchAll(/"#\/definitions\/([^"]+)"/g);
    for (const [, reference = ""] of references) names.push(reference);
  }
  return found;
}

function parse(content: string): JsonObject {
  return objectIn(JSON.parse(content) as Json);
}

function objectIn(value: Json | undefined): JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
