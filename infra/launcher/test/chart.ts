import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { parseAllDocuments } from "yaml";
import { isRecord } from "../src/json-file.ts";
import { member, root } from "./service-variables.ts";

const folder = join(root, "infra/helm");

const chart = join(folder, "jetwire");

const examples = ["small", "medium", "large"].map((name) => [
  "--values",
  join(folder, "examples", `${name}.yaml`),
]);

export const [small = [], medium = [], large = []] = examples;

export const trial = ["--values", join(folder, "trial-secrets.yaml")];

export const digest = `sha256:${"0".repeat(64)}`;

export type Item = Record<string, unknown>;

function helmArgs(values: readonly string[]): string[] {
  return ["template", "jetwire", chart, "-n", "jetwire", "--kube-version", "1.31.0", ...values];
}

/** Returns the objects that the chart makes of some values. */
export function render(values: readonly string[]): Item[] {
  const text = execFileSync("helm", helmArgs(values), { encoding: "utf8", stdio: "pipe" });
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter(isRecord);
}

/** Returns what helm says about values that it refuses. */
export function helmRefusal(values: readonly string[]): string {
  const { status, stderr } = spawnSync("helm", helmArgs(values), { encoding: "utf8" });
  expect(status).not.toBe(0);
  return stderr;
}

export function ofKind(objects: readonly Item[], kind: string): Map<string, Item> {
  const found = objects.filter((one) => one["kind"] === kind);
  return new Map(found.map((one) => [String(member(one, "metadata")["name"]), one]));
}

/** Returns the parts of an object that is in a list, or an empty list. */
export function listOf(owner: Item, name: string): Item[] {
  return [owner[name] ?? []].flat().filter(isRecord);
}

export interface Pod {
  readonly name: string;
  readonly spec: Item;
  readonly container: Item;
  readonly variables: ReadonlyMap<string, string>;
}

/** Returns the pods of all workloads, and of the migration. */
export function podsOf(objects: readonly Item[]): Pod[] {
  const owners = objects.filter((one) => "template" in member(one, "spec"));
  return owners.map((owner) => {
    const spec = member(member(member(owner, "spec"), "template"), "spec");
    const [container = {}] = listOf(spec, "containers");
    const variables = listOf(container, "env").map((one): [string, string] => [
      String(one["name"]),
      String(one["value"]),
    ]);
    const name = String(member(owner, "metadata")["name"]).replace("jetwire-", "");
    return { name, spec, container, variables: new Map(variables) };
  });
}

/** The reason why the chart cannot be rendered here; null if it can. */
export const missing =
  spawnSync("helm", ["version"]).error === undefined ? null : "no helm on the PATH";
