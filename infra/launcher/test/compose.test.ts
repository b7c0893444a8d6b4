import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isRecord } from "../src/json-file.ts";

const root = resolve(import.meta.dirname, "../../..");
const compose: unknown = parse(readFileSync(join(root, "docker-compose.yml"), "utf8"), {
  merge: true,
});
const services = member(compose, "services");

function member(value: unknown, name: string): Record<string, unknown> {
  const found = isRecord(value) ? value[name] : undefined;
  return isRecord(found) ? found : {};
}

function builtService(name: string): string | undefined {
  const { SERVICE } = member(member(services[name], "build"), "args");
  return typeof SERVICE === "string" ? SERVICE : undefined;
}

test("runs every service of the repository", () => {
  const here = readdirSync(join(root, "services")).filter((name) => name !== "viewer");
  const built = Object.keys(services)
    .map(builtService)
    .filter((name) => name !== undefined);
  expect(new Set(built)).toEqual(new Set(here));
});

const lasting = Object.keys(services).filter((name) => name !== "migrate");

test.each(lasting)("%s is restarted and has a health check", (name) => {
  expect(member(services, name)["restart"]).toBe("unless-stopped");
  expect(member(services[name], "healthcheck")["test"]).toBeInstanceOf(Array);
});

test("refers only to existing files", () => {
  const files = Object.keys(services).flatMap((name) => {
    const { volumes, command, build } = member(services, name);
    const paths = [volumes, command].flat().filter((part) => typeof part === "string");
    const dockerfile = isRecord(build) ? [String(build["dockerfile"])] : [];
    const mounted = paths.filter((path) => path.startsWith("./")).map((path) => path.split(":")[0]);
    return [...dockerfile, ...mounted, ...paths.filter((path) => path.endsWith(".ts"))];
  });
  expect(files).toContain("./infra/balancer/haproxy.cfg");
  expect(files).toContain("packages/cli/src/main.ts");
  expect(files.filter((file) => !existsSync(join(root, file ?? "")))).toEqual([]);
});

test("uses exactly the variables that the example file explains", () => {
  const text = readFileSync(join(root, "docker-compose.yml"), "utf8");
  const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
  const example = readFileSync(join(root, "infra/compose.env.example"), "utf8");
  const explained = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(new Set(explained)).toEqual(asked);
});
