import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MessageIds } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addFeeder,
  type Deployment,
  describeUnless,
  findPython,
  startDeployment,
  startGatewayProcess,
  storeMessages,
  testMessage,
} from "../src/index.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../python/", import.meta.url));
const minuteMs = 60_000;
const runMsMax = 240_000;
const interpreter = await findPython({
  requirements: new URL("../../python/requirements.txt", import.meta.url),
  environment: "python-package",
  probe:
    "import hatchling.build, httpx, mypy, platform, pytest\n" +
    "from ruff.__main__ import find_ruff_bin\n" +
    'print(f"httpx {httpx.__version__}, Python {platform.python_version()}")',
});

describeUnless(interpreter.missing, "the Python package", () => {
  const python = interpreter.python ?? "";
  let jw: Deployment;
  let into: string;
  beforeAll(async () => {
    jw = await startDeployment({
      gateways: 1,
      environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000" },
    });
    into = await mkdtemp(join(tmpdir(), "jetwire-python-"));
  });
  afterAll(async () => {
    await jw[Symbol.asyncDispose]();
    await rm(into, { recursive: true, force: true });
  });

  /** Runs a module of Python in the folder of the package. @returns what it printed if it failed; empty if it did not */
  async function failureOf(args: readonly string[], env: object = {}): Promise<string> {
    const options = { cwd: folder, timeout: runMsMax, env: { ...process.env, ...env } };
    try {
      await run(python, args, { ...options, maxBuffer: 2 ** 26 });
      return "";
    } catch (error) {
      const { message, stdout, stderr } = error as Record<"message" | "stdout" | "stderr", string>;
      return [message, stdout, stderr].join("\n");
    }
  }

  test("its models and operations are those of the OpenAPI document", async () => {
    const document = join(into, "openapi.json");
    const response = await fetch(`${jw.restUrl}/v1/openapi.json`);
    await writeFile(document, await response.text());
    expect(await failureOf(["tools/generate.py", document, "--check"])).toBe("");
  });

  test.each([
    ["mypy --strict", ["-m", "mypy", "--cache-dir", "/dev/null"]],
    ["the linter", ["-m", "ruff", "check", "--no-cache", "."]],
    ["the formatter", ["-m", "ruff", "format", "--no-cache", "--check", "."]],
  ])("%s has no finding", async (_name, args) => {
    expect(await failureOf(args)).toBe("");
  });

  test(
    "E-01, E-02, E-03: its wheel passes its own tests against the service",
    { timeout: runMsMax },
    async () => {
      const build = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet"];
      expect(await failureOf(["-m", "pip", "wheel", ...build, "--wheel-dir", into, "."])).toBe("");
      const wheel = (await readdir(into)).find((name) => name.endsWith(".whl")) ?? "";
      expect(wheel).toMatch(/^jetwire-\d+\.\d+\.\d+-py3-none-any\.whl$/);
      const site = join(into, "site");
      const install = ["install", "--no-deps", "--no-index", "--quiet", "--target", site];
      expect(await failureOf(["-m", "pip", ...install, join(into, wheel)])).toBe("");
      expect(await readdir(join(site, "jetwire"))).toContain("py.typed");
      await using gateway = await startGatewayProcess(jw);
      const env = { ...(await sceneOf(gateway)), PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: "1" };
      expect(await failureOf(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], env)).toBe(
        "",
      );
    },
  );

  async function sceneOf({ port, pid }: { port: number; pid: number }): Promise<object> {
    const ident = "PY-1";
    const { apiKey, stationIds } = await addFeeder(jw, "python", ident, "PY-2");
    const [stationId = 0, pastStationId = 0] = stationIds;
    await storePast(pastStationId);
    const second = new URL(jw.gatewayUrls[0] ?? "");
    return {
      JETWIRE_URL: jw.restUrl,
      JETWIRE_KEY: apiKey,
      JETWIRE_INGEST: `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`,
      JETWIRE_IDENT: ident,
      JETWIRE_STATION: String(stationId),
      JETWIRE_PAST_STATION: String(pastStationId),
      JETWIRE_GATEWAYS: JSON.stringify([`http://127.0.0.1:${port}`, `http://${second.host}`]),
      JETWIRE_GATEWAY_PID: String(pid),
    };
  }

  /** Stores messages of three minutes that are sealed. */
  async function storePast(stationId: number): Promise<void> {
    const startMs = Math.floor((Date.now() - 15 * minuteMs) / minuteMs) * minuteMs;
    for (const minute of [0, 1, 4]) {
      const ids = new MessageIds(() => startMs + minute * minuteMs + 1_000);
      const messages = [1, 2, 3].map(() => testMessage({ id: ids.next(0), stationId }));
      const { sql } = jw.database;
      await storeMessages(
        sql,
        messages.map((message) => ({ message, flightKey: null })),
      );
      // They were stored when they arrived; this test stores them now.
      const stored = messages.map(({ id }) => id);
      await sql`update messages set stored_at = null where id = any(${stored}::uuid[])`;
    }
  }
});
