import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { knownVariables } from "../../../packages/cli/src/config/known-variables.ts";
import { isRecord } from "../src/json-file.ts";
import { member, repositoryServices, root, variablesOf } from "./service-variables.ts";

const compose: unknown = parse(readFileSync(join(root, "docker-compose.yml"), "utf8"), {
  merge: true,
});
const services = member(compose, "services");

/** Returns the service of the repository that a container runs. */
function runService(name: string): string | undefined {
  const { SERVICE } = member(services[name], "environment");
  return typeof SERVICE === "string" ? SERVICE : undefined;
}

test("runs every service of the repository", () => {
  const run = Object.keys(services)
    .map(runService)
    .filter((name) => name !== undefined);
  expect(new Set(run)).toEqual(new Set(repositoryServices));
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
    // Docker refuses a number above that of the host's processors, so that none would start there.
    expect(service["cpus"]).toBeUndefined();
    expect(service["tmpfs"]).toContainEqual(expect.stringContaining("noexec"));
  });
});

test("HTTP/3 is neither announced nor published, because Caddy would announce it at an inner port", () => {
  const caddyfile = readFileSync(join(root, "infra/caddy/Caddyfile.https"), "utf8");
  expect(/^\s*protocols (.*)$/m.exec(caddyfile)?.[1]).toBe("h1 h2");
  expect(member(services, "balancer-ports")["ports"]).not.toContainEqual(
    expect.stringMatching(/443.*\/udp$/),
  );
});

test("health checks have no spaces in their arguments, because Podman 4 splits them there", () => {
  for (const service of Object.values(services)) {
    const { test: command } = member(service, "healthcheck");
    if (!Array.isArray(command) || command[0] !== "CMD") continue;
    expect(command.filter((argument) => /\s/.test(String(argument)))).toEqual([]);
  }
});

describe("every service", () => {
  const running = Object.keys(services).filter((name) => runService(name) !== undefined);

  test.each(running)("%s has a user and password of its own", (name) => {
    const service = runService(name) ?? "";
    const { REDIS_URL, DATABASE_URL, ...others } = member(services[name], "environment");
    expect(REDIS_URL).toBe(`redis://\${JETWIRE_NAMESPACE:-jw}-${service}@redis:6379`);
    expect(DATABASE_URL).toBe(`postgres://jetwire_${service}@postgres:5432/jetwire`);
    expect(others["REDIS_PASSWORD_FILE"]).toBe(`/run/secrets/${service}-password`);
    expect(others["DATABASE_PASSWORD_FILE"]).toBe(`/run/secrets/${service}-password`);
  });

  test.each(running)("%s can be set by every variable that it reads", async (name) => {
    const service = member(services, name);
    expect(service["env_file"]).toEqual(["infra/compose.env"]);
    const environment = member(service, "environment");
    const unreachable = (await variablesOf(runService(name) ?? "")).filter((variable) => {
      const value = environment[variable];
      return value !== undefined && !JSON.stringify(value).startsWith(`"\${${variable}:-`);
    });
    expect(unreachable.filter((variable) => !fixed.has(variable))).toEqual([]);
  });

  test.each(running)("%s gets no variable that no service reads", async (name) => {
    const known = await variablesOf(runService(name) ?? "");
    const passwords = known.map((one) => one.replace(/_URL$/, "_PASSWORD"));
    const given = Object.keys(member(services[name], "environment"));
    const read = new Set(["SERVICE", ...composeOnly, ...known, ...passwords]);
    expect(given.filter((one) => !read.has(one.replace(/_FILE$/, "")))).toEqual([]);
  });
});

describe("variables of Compose alone", () => {
  const running = Object.keys(services).filter((name) => runService(name) !== undefined);

  test.each(running)(
    "%s does not have them, so that a change of one replaces no container",
    (name) => {
      const environment = member(services[name], "environment");
      const inContainer = composeOnly.filter((variable) => environment[variable] !== "");
      // It shares the limits of clients among this number of processes.
      expect(inContainer).toEqual(name === "rest" ? ["REST_REPLICAS"] : []);
    },
  );

  test.each(running)("%s has the number of containers that its variable tells", (name) => {
    const variable = `${name.toUpperCase()}_REPLICAS`;
    expect(composeOnly).toContain(variable);
    expect(member(services, name)["scale"]).toBe(`\${${variable}:-1}`);
  });
});

/** Variables that only Compose reads: an upgrade or another scale changes them. */
const composeOnly = [
  "JETWIRE_VERSION",
  ...repositoryServices.map((name) => `${name.toUpperCase()}_REPLICAS`),
];

/** The compose file itself depends on these: addresses within its network, and folders. */
const fixed = new Set([
  "BACKUP_DATABASE_URL",
  "BACKUP_SEALED_SECRETS",
  "DATABASE_URL",
  "GATEWAY_HOST",
  "GATEWAY_PORT",
  "GATEWAY_TRUSTED_PROXIES",
  "HEALTH_HOST",
  "HEALTH_PORT",
  "HEALTH_PORTS_MAX",
  "HEALTH_SOCKET",
  "INGEST_HOST",
  "INGEST_HTTP_PORT",
  "INGEST_JOURNALS_DIR",
  "INGEST_REUSE_PORTS",
  "INGEST_TRUSTED_PROXIES",
  "REDIS_URL",
  "REST_HOST",
  "REST_PORT",
  "REST_TRUSTED_PROXIES",
  "REST_VIEWER_DIR",
]);

describe("secrets", () => {
  const secrets = member(compose, "secrets");

  test("are the files that init creates", () => {
    const folder = mkdtempSync(join(tmpdir(), "jetwire-secrets-"));
    const jetwire = join(root, "packages/cli/src/main.ts");
    execFileSync(process.execPath, [jetwire, "init", "--secrets", folder]);
    const files = Object.values(secrets).map((secret) => (isRecord(secret) ? secret["file"] : ""));
    expect(new Set(files)).toEqual(
      new Set(readdirSync(folder).map((name) => `./infra/secrets/${name}`)),
    );
    rmSync(folder, { recursive: true });
  });

  test.each(Object.keys(services))("%s reads exactly those that it gets", (name) => {
    const service = member(services, name);
    const text = JSON.stringify([service["environment"], service["healthcheck"]]);
    const read = [...text.matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(([, secret]) => secret);
    expect(new Set([service["secrets"] ?? []].flat())).toEqual(new Set(read));
  });

  test("that own the database are for migrations, restores and the operator only", () => {
    const owners = Object.keys(services).filter((name) =>
      JSON.stringify(services[name]).includes("postgres-password"),
    );
    expect(owners).toEqual(["jetwire", "postgres", "migrate", "restorer"]);
    expect(JSON.stringify(services)).toContain("--aclfile");
  });
});

const oneOff = ["init", "jetwire", "migrate", "redis-users", "seal"];
const lasting = Object.keys(services).filter((name) => !oneOff.includes(name));

test.each(lasting)("%s is restarted and has a health check", (name) => {
  const service = member(services, name);
  expect(service["restart"]).toBe("unless-stopped");
  // The simulator and the restorer serve nothing, and containers of ports run no program.
  if (name === "simulator" || name === "restorer" || portOwners.includes(name)) return;
  expect(member(service, "healthcheck")["test"]).toBeInstanceOf(Array);
});

test("tools, the simulator and monitoring run only when they are asked for", () => {
  const profiles = Object.keys(services).map((name) => [name, member(services, name)["profiles"]]);
  expect(Object.fromEntries(profiles.filter(([, profile]) => profile !== undefined))).toEqual({
    init: ["tools"],
    jetwire: ["tools"],
    seal: ["tools"],
    simulator: ["demo"],
    prometheus: ["monitoring"],
    grafana: ["monitoring"],
  });
});

/** Containers that only have the published ports and the address of a service. */
const portOwners = Object.keys(services).filter((name) => name.endsWith("-ports"));

test("every service can be scaled, because ports on the host belong to containers of their own", () => {
  const bound = Object.keys(services).filter(
    (name) => member(services, name)["ports"] !== undefined,
  );
  const outside = ["prometheus", "grafana"];
  expect(new Set(bound)).toEqual(new Set([...portOwners, ...outside]));
  expect(
    Object.keys(services).filter((name) => "container_name" in member(services, name)),
  ).toEqual([]);
});

test.each(portOwners)("%s has the network of the service that is named like it", (name) => {
  const service = name.replace(/-ports$/, "");
  expect(member(services, service)["network_mode"]).toBe(`service:${name}`);
  const { aliases } = member(member(member(services, name), "networks"), "default");
  expect(aliases).toEqual([service]);
});

const ownImages = "${JETWIRE_IMAGES:-jetwire}/";

test("own images are built or fetched on purpose, and never pulled by themselves", () => {
  const own = Object.keys(services)
    .map((name) => member(services, name))
    .filter(({ image }) => String(image).startsWith(ownImages));
  expect(own.length).toBeGreaterThan(repositoryServices.length);
  expect(own.filter((service) => service["pull_policy"] !== "never")).toEqual([]);
});

test("images of other projects have exact versions", () => {
  const images = Object.keys(services).map((name) => String(member(services, name)["image"]));
  const foreign = images.filter((image) => !image.startsWith(ownImages));
  const exact = /^[a-z0-9./]+:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/;
  expect(foreign.filter((image) => !exact.test(image))).toEqual([]);
});

test("refers only to existing files", () => {
  const files = Object.keys(services).flatMap((name) => {
    const { volumes, command, build } = member(services, name);
    const paths = [volumes, command].flat().filter((part) => typeof part === "string");
    const dockerfile = isRecord(build) ? [String(build["dockerfile"])] : [];
    const mounted = paths.filter((path) => path.startsWith("./")).map((path) => path.split(":")[0]);
    return [...dockerfile, ...mounted, ...paths.filter((path) => path.endsWith(".js"))];
  });
  expect(files).toContain("./infra/secrets");
  // The image has it as a bundle.
  expect(files).toContain("packages/bundle/dist/simulator.js");
  // The files of the profile monitoring are checked with their content.
  const checked = files.filter((file) => !file?.startsWith("./infra/monitoring"));
  expect(checked.filter((file) => !existsSync(join(root, file ?? "")))).toEqual([]);
});

test("uses only variables that the example file explains, and the example explains no other ones", async () => {
  const text = readFileSync(join(root, "docker-compose.yml"), "utf8");
  const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? ""));
  const example = readFileSync(join(root, "infra/compose.env.example"), "utf8");
  const explained = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? ""));
  expect([...asked].filter((name) => !explained.has(name))).toEqual([]);
  const read = new Set((await Promise.all(repositoryServices.map(variablesOf))).flat());
  expect([...explained].filter((name) => !asked.has(name) && !read.has(name))).toEqual([]);
  // An image has neither the example nor the schemas of all services.
  expect(new Set(knownVariables)).toEqual(new Set([...explained, ...read]));
});

test("nothing is served before the variables are checked", () => {
  const migrate = member(services, "migrate");
  expect(migrate["command"]).toContainEqual(expect.stringMatching(/^jetwire config check && /));
  expect(migrate["env_file"]).toEqual(["infra/compose.env"]);
  const { DOMAIN, LISTEN_ADDRESS } = member(migrate, "environment");
  // A variable of the shell is stronger than that of the file.
  expect({ DOMAIN, LISTEN_ADDRESS }).toEqual({
    DOMAIN: "${DOMAIN:-}",
    LISTEN_ADDRESS: "${LISTEN_ADDRESS:-127.0.0.1}",
  });
  const serving = [...repositoryServices, "balancer"];
  const waiting = serving.filter((name) => "migrate" in member(services[name], "depends_on"));
  expect(waiting).toEqual(serving);
});

test("rest and chores tell people the addresses of the domain", () => {
  const own = "${PUBLIC_URL:-${DOMAIN:+https://}${DOMAIN:-http://localhost:${ENTRY_PORT:-8080}}}";
  const realtime = "${REST_WS_URL:-${DOMAIN:+wss://}${DOMAIN:-ws://localhost:${ENTRY_PORT:-8080}}}";
  expect(member(services["rest"], "environment")).toMatchObject({
    PUBLIC_URL: own,
    REST_WS_URL: realtime,
  });
  expect(member(services["chores"], "environment")["PUBLIC_URL"]).toBe(own);
});
