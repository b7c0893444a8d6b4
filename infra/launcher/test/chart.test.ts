import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isRecord } from "../src/json-file.ts";
import { member, repositoryServices, root, variablesOf } from "./service-variables.ts";

const folder = join(root, "infra/helm");
const schema = readJson("jetwire/values.schema.json");
const values = readYaml("jetwire/values.yaml");

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

function readYaml(name: string): unknown {
  return parse(readFileSync(join(folder, name), "utf8"));
}

/** Returns the variables that the schema of the values allows in a map named `config`. */
function allowedIn(owner: unknown): string[] {
  return Object.keys(member(member(member(owner, "properties"), "config"), "properties"));
}

/** The chart derives these from other values, by which they can be set. */
const derived: Record<string, string> = {
  BACKUP_S3_SECRET: "chores.secretFiles",
  DATABASE_READ_URL: "database.readUrl",
  DATABASE_URL: "database.url",
  GATEWAY_HOST: "all addresses of the pod",
  GATEWAY_PORT: "the port of the Service",
  GATEWAY_REUSE_PORT: "one process for each pod",
  GATEWAY_TRUSTED_PROXIES: "trustedProxies",
  HEALTH_HOST: "all addresses of the pod",
  HEALTH_PORT: "the port of the Service",
  HEALTH_PORTS_MAX: "one process for each pod",
  HEALTH_SOCKET: "one process for each pod",
  INGEST_HOST: "all addresses of the pod",
  INGEST_HTTP_PORT: "the port of the Service",
  INGEST_JOURNALS_DIR: "one volume for each pod",
  INGEST_JOURNAL_DIR: "one volume for each pod",
  INGEST_REUSE_PORTS: "one process for each pod",
  INGEST_TCP_PORTS: "feeders.tcpPorts",
  INGEST_TRUSTED_PROXIES: "trustedProxies",
  INGEST_UDP_PORTS: "feeders.udpPorts",
  REDIS_URL: "redis.url",
  REST_DOCS_DIR: "the image",
  REST_HOST: "all addresses of the pod",
  REST_PORT: "the port of the Service",
  REST_TRUSTED_PROXIES: "trustedProxies",
  REST_VIEWER_DIR: "the image",
  SERVICE_REPLICA: "the name of the pod",
  SIGNING_KEY_SECRET_PREVIOUS: "rest.secretFiles",
};

describe("every service", () => {
  test.each(repositoryServices)("%s can be set by every variable that it reads", async (name) => {
    const read = await variablesOf(name);
    const own = member(member(schema, "properties"), name);
    const files = Object.keys(member(member(values, name), "secretFiles"));
    const settable = new Set([...allowedIn(own), ...files, ...Object.keys(derived)]);
    expect(read.filter((variable) => !settable.has(variable))).toEqual([]);
    expect(allowedIn(own).filter((variable) => !read.includes(variable))).toEqual([]);
  });
});

test("all variables of services, and no others, can be set for all of them", async () => {
  const read = new Set((await Promise.all(repositoryServices.map(variablesOf))).flat());
  const secret = repositoryServices.flatMap((name) =>
    Object.keys(member(member(values, name), "secretFiles")),
  );
  const expected = [...read].filter((name) => !secret.includes(name) && !(name in derived));
  expect(allowedIn(schema).toSorted()).toEqual(expected.toSorted());
});

test("values that the chart documents are those that its schema allows", () => {
  const documented = Object.keys(member({ values }, "values")).toSorted();
  const allowed = Object.keys(member(schema, "properties")).filter((name) => name !== "global");
  expect(documented).toEqual(allowed.toSorted());
});

test("passwords of services are as long as the migration wants them, also those of a trial", async () => {
  const allowed = member(member(member(schema, "properties"), "secrets"), "properties");
  const rules = member(member(allowed, "values"), "patternProperties");
  const pattern = String(Object.keys(rules)[0]);
  const lengthMin = Number(member(rules, pattern)["minLength"]);
  const trial = member(member(readYaml("trial-secrets.yaml"), "secrets"), "values");
  const passwords = Object.entries(trial).filter(([name]) => new RegExp(pattern).test(name));
  const variablesWith = (valueOf: (password: string) => string) =>
    Object.fromEntries(
      passwords.map(([name, value]) => [
        name.replace("-", "_").toUpperCase(),
        valueOf(String(value)),
      ]),
    );
  // This command reads the passwords as `jetwire migrate` does, and needs no server.
  expect(await redisUsers(variablesWith((password) => password))).toBe(0);
  expect(await redisUsers(variablesWith(() => "x".repeat(lengthMin)))).toBe(0);
  expect(await redisUsers(variablesWith(() => "x".repeat(lengthMin - 1)))).not.toBe(0);
});

/** Returns the exit code of `jetwire redis-users` with some variables. */
async function redisUsers(env: Record<string, string>): Promise<unknown> {
  const cli: unknown = await import(join(root, "packages/cli/src/index.ts"));
  if (!isRecord(cli) || typeof cli["runCli"] !== "function") throw new Error("There is no runCli");
  return await cli["runCli"](["redis-users"], {
    stdin: Readable.from([]),
    stdout: new PassThrough().resume(),
    stderr: new PassThrough().resume(),
    env,
    cwd: root,
  });
}

test("the adapter of metrics gives what autoscaling asks for, from metrics that processes have", () => {
  const adapter = readFileSync(join(folder, "prometheus-adapter.yaml"), "utf8");
  const given = [...adapter.matchAll(/name: \{ as: (\w+) \}/g)].map(([, name]) => name);
  const scaling = readFileSync(join(folder, "jetwire/templates/autoscaling.yaml"), "utf8");
  const asked = [...scaling.matchAll(/name: (jetwire_\w+)/g)].map(([, name]) => name);
  expect(new Set(asked)).toEqual(new Set(given));

  const sources = [
    "services/gateway/src/metrics.ts",
    "services/rest/src/overview/service-metrics.ts",
  ].map((path) => readFileSync(join(root, path), "utf8"));
  const series = [...adapter.matchAll(/seriesQuery: '(\w+)/g)].map(([, name]) => `"${name ?? ""}"`);
  expect(series).toHaveLength(2);
  expect(series.filter((name) => !sources.some((text) => text.includes(name)))).toEqual([]);
});

test("the alert rules of the chart are those of infra/monitoring", () => {
  const rules = readFileSync(join(folder, "jetwire/files/rules.yml"), "utf8");
  expect(rules).toBe(readFileSync(join(root, "infra/monitoring/rules.yml"), "utf8"));
});

test("the document of Kubernetes names every example", () => {
  const text = readFileSync(join(root, "docs/operations/kubernetes.md"), "utf8");
  const unnamed = readdirSync(join(folder, "examples")).filter((name) => !text.includes(name));
  expect(unnamed).toEqual([]);
});
