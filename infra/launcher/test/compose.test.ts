import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
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

describe("every container", () => {
  test.each(Object.keys(services))("%s is confined", (name) => {
    const service = member(services, name);
    expect(service["read_only"]).toBe(true);
    expect(service["cap_drop"]).toEqual(["ALL"]);
    expect(service["cap_add"]).toBeUndefined();
    expect(service["privileged"]).toBeUndefined();
    expect(service["security_opt"]).toEqual(["no-new-privileges:true"]);
    expect(String(service["user"])).not.toMatch(/^(undefined|root|0)(:|$)/);
    expect(service["mem_limit"]).toMatch(/^(\d+[mg]|\$\{[A-Z_]+:-\d+[mg]\})$/);
    expect(service["pids_limit"]).toBeGreaterThan(0);
    expect(service["cpus"]).toBeGreaterThan(0);
    expect(service["tmpfs"]).toContainEqual(expect.stringContaining("noexec"));
  });
});

describe("every service", () => {
  const names = Object.keys(services).filter((name) => builtService(name) !== undefined);
  const running = names.filter((name) => name !== "migrate" && name !== "redis-users");

  test.each(running)("%s has a user and password of its own", (name) => {
    const service = builtService(name) ?? "";
    const { REDIS_URL, DATABASE_URL, ...others } = member(services[name], "environment");
    const password = `\${${service.toUpperCase()}_PASSWORD}`;
    expect(REDIS_URL).toBe(`redis://jw-${service}:${password}@redis:6379`);
    expect(DATABASE_URL).toBe(`postgres://jetwire_${service}:${password}@postgres:5432/jetwire`);
    expect(Object.values(others).join()).not.toContain("_PASSWORD");
  });

  test("only migrations use the owner of the database", () => {
    const text = JSON.stringify(services);
    const owners = Object.keys(services).filter((name) =>
      JSON.stringify(services[name]).includes("POSTGRES_PASSWORD"),
    );
    expect(owners).toEqual(["postgres", "migrate"]);
    expect(text).toContain("--aclfile");
  });
});

const lasting = Object.keys(services).filter(
  (name) => name !== "migrate" && name !== "redis-users",
);

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
