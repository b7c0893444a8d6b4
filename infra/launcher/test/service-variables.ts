import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { isRecord } from "../src/json-file.ts";

export const root = resolve(import.meta.dirname, "../../..");

/** The page, which is no process, and the process of all services, which has no variables of its own. */
const others = ["viewer", "single"];

/** The services that a deployment runs, by the names of their folders. */
export const repositoryServices = readdirSync(join(root, "services")).filter(
  (name) => !others.includes(name),
);

/** Returns an object's member that is an object, or an empty one. */
export function member(value: unknown, name: string): Record<string, unknown> {
  const found = isRecord(value) ? value[name] : undefined;
  return isRecord(found) ? found : {};
}

/** Returns the names of the variables in the schema of a service's configuration. */
export async function variablesOf(service: string): Promise<string[]> {
  const config: unknown = await import(join(root, "services", service, "src/config.ts"));
  const schemas = isRecord(config)
    ? Object.keys(config).filter((one) => one.endsWith("Config"))
    : [];
  const names = schemas.flatMap((one) => Object.keys(member(member(config, one), "shape")));
  expect(names).toContain("LOG_LEVEL");
  return names;
}
