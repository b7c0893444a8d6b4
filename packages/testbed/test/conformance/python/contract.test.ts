import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeUnless, findPython } from "../../../src/index.ts";
import { readGoldenPayloads } from "../golden-payloads.ts";
import { createEventCheck } from "../event-check.ts";
import { type ServiceUnderTest, startService } from "../service-under-test.ts";

const script = fileURLToPath(new URL("contract.py", import.meta.url));
const scriptMsMax = 90_000;

/** The checks of the script, so that one that is left out is noticed. */
const checks = [
  "R-20, R-21: a key in auth is answered with the account and its stations",
  "R-20, R-21: a key in the query is answered alike",
  "R-26: messages of own stations come by themselves",
  "R-25, R-31, R-34: without credentials one sniffs the firehose until the stop",
  "R-35, R-36, R-37: a station is monitored until the stop",
  "R-22, R-40: a token opens a session, which receives the users online",
  "R-42: a direct message arrives at both sides",
  "R-23: a bad key is refused with feed:error",
  "R-24: a bad token is refused with chat:error",
  "R-48: the eleventh subscription of a minute is refused",
  "R-21, R-47: every handler was called with exactly one argument",
];

interface ScriptRun {
  /** Each check's fault; null when there was none. */
  readonly results: ReadonlyMap<string, string | null>;
  /** The error of the script itself; empty if it ran to its end. */
  readonly failure: string;
}

const interpreter = await findPython({
  requirements: new URL("requirements.txt", import.meta.url),
  environment: "python",
  probe:
    "import platform, socketio, websocket\n" +
    "from importlib.metadata import version\n" +
    "print(f'python-socketio {version(\"python-socketio\")}, Python {platform.python_version()}')",
});
if (interpreter.python !== null) {
  process.stdout.write(`\nthe contract from Python: ${interpreter.description}\n`);
}

describeUnless(interpreter.missing, "the contract from Python, with 2 gateways", () => {
  let service: ServiceUnderTest;
  let run: ScriptRun;
  beforeAll(async () => {
    service = await startService(2, createEventCheck());
    run = await runScript(await sceneOf(service));
  }, 2 * scriptMsMax);
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(checks)("%s", (check) => {
    expect(run.results.get(check)).toBeNull();
  });

  test("nothing else is checked, and the script came to its end", () => {
    expect([...run.results.keys()]).toEqual(checks);
    expect(run.failure).toBe("");
  });
});

async function sceneOf(service: ServiceUnderTest): Promise<object> {
  const { apiKey, station } = await service.addFeeder(1);
  const { gatewayUrls, ingest } = service.deployment;
  const goldens = readGoldenPayloads();
  const message = goldens.find(({ event }) => event === "feed:message");
  return {
    urls: gatewayUrls,
    ingestUrl: `http://127.0.0.1:${ingest.httpPort}/v1/ingest`,
    apiKey,
    station,
    users: [await service.addUser(), await service.addUser()],
    events: goldens.map(({ event }) => event),
    // The lines that are sent tell no optional member.
    messageKeys: Object.keys(message?.payload ?? {}).filter(
      (key) => !message?.optional?.includes(key),
    ),
  };
}

async function runScript(scene: object): Promise<ScriptRun> {
  const { python } = interpreter;
  if (python === null) throw new Error(interpreter.missing);
  const env = { ...process.env, SCENE: JSON.stringify(scene) };
  return await new Promise((resolve) => {
    execFile(python, [script], { env, timeout: scriptMsMax }, (error, stdout, stderr) => {
      const results = new Map(
        stdout
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => JSON.parse(line) as { check: string; fault: string | null })
          .map(({ check, fault }) => [check, fault]),
      );
      resolve({ results, failure: error === null ? "" : `${error.message}\n${stderr}` });
    });
  });
}
