import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkVariables } from "../../../packages/cli/src/config/check-variables.ts";
import { singleNodeOptions } from "../src/services.ts";
import { member, repositoryServices, root, variablesOf } from "./service-variables.ts";

const folder = join(root, "infra/small");
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const compose: unknown = parse(read("compose.yml"), { merge: true });
const services = member(compose, "services");
const names = Object.keys(services);

/** Returns the variables of a file of lines `NAME=value`. */
function variables(path: string): ReadonlyMap<string, string> {
  const lines = read(path)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
}

const settings = variables("small.env.example");
const fixed = variables("services.env");
const units = new Map(
  globSync("quadlet/*.container", { cwd: folder }).map((path) => [
    path.slice("quadlet/".length, -".container".length),
    read(path),
  ]),
);

describe("every container", () => {
  test.each(names)("%s is confined", (name) => {
    const service = member(services, name);
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(String(service["user"])).not.toMatch(/^(undefined|root|0)(:|$)/);
    expect(service["pids_limit"]).toBeGreaterThan(0);
    expect(service["cpus"]).toBeUndefined();
  });

  test("has a limit of memory, and all that last have 1 GB together", () => {
    const lasting = names.filter((name) => member(services, name)["restart"] === "unless-stopped");
    expect(lasting).toEqual(["redis", "postgres", "single", "balancer"]);
    const megabytes = lasting.map((name) => {
      const [, value = ""] =
        /^(?:\$\{[A-Z_]+:-)?(\d+)m\}?$/.exec(String(member(services, name)["mem_limit"])) ?? [];
      return Number(value);
    });
    expect(megabytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1024);
    expect(megabytes.every((one) => one > 0)).toBe(true);
  });
});

describe("the process of all services", () => {
  test.each(repositoryServices)("has the user and the password of %s", (service) => {
    const prefix = service.toUpperCase();
    expect(fixed.get(`${prefix}__REDIS_URL`)).toBe(`redis://jw-${service}@redis:6379`);
    expect(fixed.get(`${prefix}__DATABASE_URL`)).toBe(
      `postgres://jetwire_${service}@postgres:5432/jetwire`,
    );
    const file = `/run/secrets/${service}-password`;
    expect(fixed.get(`${prefix}__REDIS_PASSWORD_FILE`)).toBe(file);
    expect(fixed.get(`${prefix}__DATABASE_PASSWORD_FILE`)).toBe(file);
  });

  test("gets only variables that a service reads", async () => {
    const known = new Set((await Promise.all(repositoryServices.map(variablesOf))).flat());
    const outside = new Set(["SERVICE", "MALLOC_ARENA_MAX"]);
    const asked = [...fixed.keys()]
      .filter((name) => !name.includes("__") && !outside.has(name))
      .map((name) =>
        name.replace(/_FILE$/, "").replace(/^(BACKUP_DATABASE|SMTP)_PASSWORD$/, "$1_URL"),
      );
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    expect(checkVariables(Object.fromEntries([...settings, ...fixed]))).toEqual([]);
  });

  test("has names by which Caddy finds the services, and trusts Caddy's address only", () => {
    const { aliases } = member(member(member(services, "single"), "networks"), "default");
    const routes = readFileSync(join(root, "infra/caddy/routes.caddy"), "utf8");
    const asked = [...routes.matchAll(/dynamic a (\w+) /g)].map(([, name]) => name);
    expect(aliases).toEqual(expect.arrayContaining(asked));
    const { ipv4_address: address } = member(
      member(member(services, "balancer"), "networks"),
      "default",
    );
    const trusted = [...fixed].filter(([name]) => name.endsWith("_TRUSTED_PROXIES"));
    expect(trusted.map(([, value]) => value)).toEqual([address, address, address]);
  });
});

test("each container reads exactly the secrets that it gets", () => {
  for (const name of names) {
    const service = member(services, name);
    const files = [service["env_file"] ?? []]
      .flat()
      .map(String)
      .filter((file) => file !== ".env");
    const text = [
      JSON.stringify([service["environment"], service["healthcheck"]]),
      ...files.map(read),
    ].join("\n");
    const asked = [...text.matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(([, secret]) => secret);
    expect(new Set([service["secrets"] ?? []].flat())).toEqual(new Set(asked));
  }
});

test("the example explains each variable that the compose file asks for", () => {
  const asked = new Set(
    [...read("compose.yml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name),
  );
  expect([...asked].filter((name) => !settings.has(name ?? ""))).toEqual([]);
});

test("the limits in the example are those of the compose file", () => {
  const defaults = read("compose.yml").matchAll(
    /\$\{((?:REDIS|POSTGRES|SINGLE)_[A-Z_]+):-(\w+)\}/g,
  );
  const pairs = [...defaults].map(([, name = "", value]) => [name, value]);
  expect(pairs.length).toBeGreaterThan(4);
  for (const [name = "", value] of pairs) expect(settings.get(name)).toBe(value);
});

test.each([
  "infra/small/compose.yml",
  "infra/small/quadlet/jetwire.container",
  "infra/deb/files/jetwire.service",
])("%s gives Node the options that npm start gives it, beside a limit of the heap", (path) => {
  const text = readFileSync(join(root, path), "utf8");
  const [, options] = /--max-old-space-size=\S+((?: --[\w-]+=\w+)+)/.exec(text) ?? [];
  expect(options?.trim()).toBe(singleNodeOptions);
});

describe("the units of Podman", () => {
  const unitOf: Readonly<Record<string, string>> = {
    redis: "jetwire-redis",
    postgres: "jetwire-postgres",
    single: "jetwire",
    balancer: "jetwire-caddy",
  };

  test.each(Object.entries(unitOf))("%s runs as in the compose file", (name, unit) => {
    const text = units.get(unit) ?? "";
    const service = member(services, name);
    const limit = /(\d+m)\}?$/.exec(String(service["mem_limit"]))?.[1] ?? "";
    expect(text).toContain(`--memory=${limit} `);
    expect(text).toMatch(/^ReadOnly=true$[^]*^DropCapability=ALL$/m);
    const image = String(service["image"]);
    const expected = image.includes("$")
      ? `/${/\}\/([a-z]+):/.exec(image)?.[1]}:local`
      : `Image=docker.io/library/${image}`;
    expect(text).toContain(expected);
    const ports = [service["ports"] ?? []]
      .flat()
      .map(String)
      .filter((port) => port.startsWith("${LISTEN") && !port.includes("DOMAIN"));
    for (const port of ports)
      expect(text).toContain(`PublishPort=${port.slice(port.indexOf("}:") + 2)}\n`);
    const command = [service["command"] ?? []]
      .flat()
      .map(String)
      .filter((one) => !one.includes("$"));
    for (const word of command.filter((one) => one !== "")) expect(text).toContain(word);
  });

  test("have a unit for every volume and network that they name", () => {
    const named = [...units.values()].flatMap((text) => [
      ...text.matchAll(/=([\w-]+\.(?:volume|network))\b/g),
    ]);
    const there = new Set(
      globSync("quadlet/*.{volume,network}", { cwd: folder }).map((path) => path.slice(8)),
    );
    expect(new Set(named.map(([, one]) => one))).toEqual(there);
  });
});
