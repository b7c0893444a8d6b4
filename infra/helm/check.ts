/**
 * Checks the chart: lints and renders it with each file of `examples/` and with the values of a trial, and validates
 * every object, and those of `stores.yaml`, against the schemas of Kubernetes. Needs `helm` and `kubeconform` on the PATH.
 *
 *   node infra/helm/check.ts [swagger.json] [custom resource definition (JSON) …]
 *
 * Without arguments kubeconform downloads the schemas. `api/openapi-spec/swagger.json` of the module k8s.io/kubernetes
 * and `jsonnet/prometheus-operator/*-crd.json` of the Prometheus operator are used in place of a download, and
 * `config/crd/standard/*_httproutes.yaml` of the module sigs.k8s.io/gateway-api, written as JSON.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { writeSchemas } from "./schemas.ts";

const folder = import.meta.dirname;
const chart = join(folder, "jetwire");
const kubernetesVersions = ["1.27.0", "1.31.0"];
const publicSchemas = [
  "default",
  "https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json",
];

/** Runs a program and returns what it prints. Ends this process if the program is missing or fails. */
function run(program: string, args: readonly string[], input = ""): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8" });
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    exit(`${program} is not on the PATH; see docs/operations/kubernetes.md`);
  }
  if (error !== undefined || status !== 0) {
    exit(`${program} ${args.join(" ")}\n${String(error ?? "")}${stdout}${stderr}`);
  }
  return stdout;
}

function exit(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** Returns the arguments of helm for each set of values, by name. */
function valueSets(): Map<string, string[]> {
  const examples = readdirSync(join(folder, "examples"));
  const sets = examples.map((name): [string, string[]] => [
    name,
    ["--values", join(folder, "examples", name)],
  ]);
  return new Map([...sets, ["the defaults", ["--values", join(folder, "trial-secrets.yaml")]]]);
}

const [swagger, ...definitions] = process.argv.slice(2);
const schemas = mkdtempSync(join(tmpdir(), "jetwire-schemas-"));
process.once("exit", () => rmSync(schemas, { recursive: true }));
if (swagger !== undefined) {
  writeSchemas(
    schemas,
    readFileSync(swagger, "utf8"),
    definitions.map((path) => readFileSync(path, "utf8")),
  );
}
const locations =
  swagger === undefined ? publicSchemas : [join(schemas, "{{.ResourceKind}}{{.KindSuffix}}.json")];

function validate(name: string, objects: string): void {
  const options = locations.flatMap((one) => ["-schema-location", one]);
  const summary = run("kubeconform", ["-strict", "-summary", ...options, "-"], objects);
  process.stdout.write(`${name}: ${summary}`);
}

for (const [name, values] of valueSets()) {
  for (const version of kubernetesVersions) {
    const options = [...values, "--kube-version", version];
    run("helm", ["lint", "--strict", chart, ...options]);
    const objects = run("helm", [
      "template",
      "jetwire",
      chart,
      "--namespace",
      "jetwire",
      ...options,
    ]);
    validate(`${name}, Kubernetes ${version}`, objects);
  }
}
validate("stores.yaml", readFileSync(join(folder, "stores.yaml"), "utf8"));
