import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Endpoint, endpoints } from "@jetwire/protocol";
import { describeUnless, findPython } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Scene, startScene } from "../contract/scene.ts";
import { ask } from "../rest-under-test.ts";

/** Requests made for an endpoint by chance, besides those that its description calls for. */
const examples = Number(process.env["FUZZ_EXAMPLES"] ?? 10);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const runMsMax = 300_000 + examples * 60_000;

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
  "allow_header_conformance",
  "ignored_auth",
];

const interpreter = await findPython({
  requirements: new URL("requirements.txt", import.meta.url),
  environment: "python-fuzz",
  probe:
    "import platform, schemathesis\n" +
    "from importlib.metadata import version\n" +
    "print(f'schemathesis {version(\"schemathesis\")}, Python {platform.python_version()}')",
});
if (interpreter.python !== null) {
  process.stdout.write(
    `\nrequests made from the OpenAPI document: ${interpreter.description}, ` +
      `FUZZ_EXAMPLES=${examples} FUZZ_SEED=${seed}\n`,
  );
}

/** Endpoints that would end the credential, so that only errors follow. */
const lasts = [
  "endSession",
  "revokeKey",
  "signOutEverywhere",
] as const satisfies (keyof typeof endpoints)[];
const catalogue: Readonly<Record<string, Endpoint>> = endpoints;
const ofSessions = namesOf("session");
const ofOperators = namesOf("operator");
/** Endpoints by which an operator may end or limit the own session: requests take ids from earlier answers. */
const changingSessions = ofOperators.filter((name) =>
  /^\/v1\/operator\/(accounts\/:id|keys\/:id|tokens\/|signing-keys$|tiers\/)/.test(
    catalogue[name]?.path ?? "",
  ),
);

describeUnless(interpreter.missing, "requests made from the OpenAPI document", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  test.each([
    // Others would only be refused.
    {
      by: "an API key",
      credential: async () => scene.rest.key,
      which: without([...lasts, ...ofSessions, ...ofOperators]),
    },
    {
      by: "a session",
      credential: async () => (await scene.openSession()).token,
      which: only(ofSessions, lasts),
    },
    {
      by: "a session that ends",
      credential: async () => (await scene.openSession()).token,
      which: only(lasts),
      mayEnd: true,
    },
    {
      by: "an operator",
      credential: () => scene.operatorToken(),
      which: only(ofOperators, changingSessions),
    },
    {
      by: "an operator who may end or limit the own session",
      credential: () => scene.operatorToken(),
      which: only(changingSessions),
      mayEnd: true,
    },
  ])(
    "is answered as it is described, with $by",
    async ({ credential, which, mayEnd = false }) => {
      const given = await credential();
      expect(await failuresOf(scene.rest.url, given, which)).toBe("");
      const { status } = await ask(`${scene.rest.url}/v1/me`, given);
      // Else most requests were only refused.
      expect(mayEnd || status === 200, `afterwards the credential gets ${status}`).toBe(true);
    },
    runMsMax,
  );
});

function namesOf(wanted: Endpoint["access"]): string[] {
  const all = Object.entries(catalogue);
  return all.filter(([, { access }]) => access === wanted).map(([name]) => name);
}

function without(names: readonly string[]): string[] {
  return [...new Set(names)].flatMap((name) => ["--exclude-operation-id", name]);
}

function only(names: readonly string[], but: readonly string[] = []): string[] {
  const left = names.filter((name) => !but.includes(name));
  return left.flatMap((name) => ["--include-operation-id", name]);
}

/** Returns the findings of Schemathesis, empty if there are none. */
async function failuresOf(
  url: string,
  credential: string,
  which: readonly string[],
): Promise<string> {
  if (interpreter.python === null) throw new Error(interpreter.missing);
  const folder = await mkdtemp(join(tmpdir(), "jetwire-fuzz-"));
  const document = join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(await readDocument(url)));
  const config = ["-m", "schemathesis.cli", "run", document];
  const options = {
    "--url": url,
    "--header": `Authorization: Bearer ${credential}`,
    "--phases": "examples,coverage,fuzzing",
    "--max-examples": String(examples),
    "--seed": String(seed),
    "--generation-database": "none",
    "--checks": checks.join(","),
    "--suppress-health-check": "all",
    "--warnings": "off",
  };
  const run = ["--continue-on-failure", "--no-color", ...Object.entries(options).flat()];
  try {
    const { failed, output } = await python([...config, ...run, ...which], folder);
    process.stdout.write(`${summaryOf(output)}\n`);
    return failed ? output : "";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the OpenAPI document without parameters that would only repeat requests: aliases, the case of names, and the
 * filters of messages, which all endpoints read in the same way. They stay with the list of messages.
 */
async function readDocument(url: string): Promise<unknown> {
  const document = await (await fetch(`${url}/v1/openapi.json`)).text();
  return JSON.parse(document, (_, part: Operation | null) => {
    if (!Array.isArray(part?.parameters) || part.operationId === "listMessages") return part;
    const filtersMessages = part.parameters.some(({ name }) => name === "exclude_label");
    const parameters = part.parameters.filter(
      (one) => !isRepeated(one) && !(filtersMessages && messageFilters.has(one.name ?? "")),
    );
    return { ...part, parameters };
  });
}

const messageFilters: ReadonlySet<string> = new Set(
  Object.keys(endpoints.listMessages.query.shape),
);

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
}

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
  readonly "x-alias-of"?: string;
}

function isRepeated({ $ref, "x-alias-of": aliasOf }: Parameter): boolean {
  return aliasOf !== undefined || $ref === "#/components/parameters/case";
}

function python(args: string[], cwd: string): Promise<{ failed: boolean; output: string }> {
  const path = interpreter.python;
  if (path === null) throw new Error(interpreter.missing);
  const options = { cwd, timeout: runMsMax, maxBuffer: 64_000_000 };
  return new Promise((resolve) => {
    execFile(path, args, options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: stdout + stderr });
    });
  });
}

function summaryOf(output: string): string {
  return output.slice(output.indexOf("SUMMARY"));
}
