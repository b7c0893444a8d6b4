import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled } from "../src/checks/is-installed.ts";
import { hostKeyOf } from "../src/deployment/operated-rest.ts";
import {
  acarsdecLine,
  addFeeder,
  compileCache,
  type Deployment,
  describeUnless,
  findPython,
  postLines,
  startDeployment,
  testSigningKeySecret,
  until,
} from "../src/index.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const python = await findPython({
  requirements: new URL("conformance/python/requirements.txt", import.meta.url),
  environment: "python",
  probe: "import socketio, websocket; print('python-socketio')",
});
const shellPrograms = ["curl", "jq"];
const absent = shellPrograms.filter((name) => !isInstalled(name));
/** Names what is missing to run the examples of a language; null if nothing is. */
const missing: Readonly<Record<string, string | null>> = {
  sh: absent.length === 0 ? null : `no ${absent.join(" and ")} on the PATH`,
  js: null,
  sql: null,
  python: python.missing,
};
const blockMsMax = 60_000;
const textOfMessages = "DOCUMENTED";

/** A block of code in a document that readers may run as it is. */
interface Example {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** Whether it runs until it is stopped, and prints messages until then. */
  readonly follows: boolean;
}

const examples = globSync("docs/**/*.md", { cwd: root }).toSorted().flatMap(examplesOf);
const documents = Map.groupBy(examples, ({ document }) => document);

let jw: Deployment;
let folder: string;
let environment: NodeJS.ProcessEnv;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  jw = await startDeployment({
    gateways: 1,
    environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000", PUBLIC_URL: "http://localhost:8080" },
  });
  const { apiKey } = await addFeeder(jw, "reader", "DOCUMENTED-1");
  folder = await mkdtemp(join(tmpdir(), "jetwire-documents-"));
  await symlink(join(root, "packages/testbed/node_modules"), join(folder, "node_modules"));
  const program = join(folder, "jetwire");
  const cli = join(root, "packages/cli/src/main.ts");
  // Readers run it on the host, where it has a key of its own.
  const host = `JETWIRE_KEY=${await hostKeyOf(jw.databaseUrl)}`;
  await writeFile(program, `#!/bin/sh\n${host} exec '${process.execPath}' '${cli}' "$@"\n`);
  await chmod(program, 0o755);
  environment = {
    PATH: [folder, process.env["PATH"] ?? ""].join(delimiter),
    JETWIRE_URL: jw.restUrl,
    JETWIRE_REALTIME: jw.gatewayUrls[0] ?? "",
    JETWIRE_INGEST: `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`,
    JETWIRE_KEY: apiKey,
    DATABASE_URL: jw.databaseUrl,
    REDIS_URL: jw.redisUrl,
    JETWIRE_NAMESPACE: jw.namespace,
    SIGNING_KEY_SECRET: testSigningKeySecret,
    ...compileCache,
  };
  await sendMessage();
  await until("a stored message", async () => {
    const rows = await jw.database.sql`select 1 from messages limit 1`;
    return rows.length > 0;
  });
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await jw[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe.each([...documents])("%s", (_document, ofDocument) => {
  for (const [language, ofLanguage] of Map.groupBy(ofDocument, (example) => example.language)) {
    describeUnless(missing[language] ?? null, language, () => {
      test.each(ofLanguage)("the code of line $line works", async (example) => {
        expect(await failureOf(example)).toBe("");
      });
    });
  }
});

test("each guide has examples that are run", () => {
  const guides = globSync(
    "docs/{quick-start,feeding,clients/*,operations/{domain,sign-in,backup,keys,retention,moderation,monitoring}}.md",
    { cwd: root },
  );
  expect(guides.filter((guide) => !documents.has(guide))).toEqual([]);
});

function examplesOf(document: string): Example[] {
  const text = readFileSync(join(root, document), "utf8");
  const blocks = text.matchAll(/^ *```(\w+) test( follows)?\n([^]*?)^ *```$/gm);
  return [...blocks].map(({ index, 1: language = "", 2: follows, 3: code = "" }) => ({
    document,
    line: text.slice(0, index).split("\n").length,
    language,
    code,
    follows: follows !== undefined,
  }));
}

/** Runs an example and returns what it printed if it failed; empty if it works. */
async function failureOf(example: Example): Promise<string> {
  if (example.language === "sql") return await failureOfSql(example.code);
  const child = await start(example);
  running.add(child);
  const exited = once(child, "close");
  const written = { all: "", out: "" };
  child.stdout?.on("data", (data: Buffer) => {
    written.out += data.toString();
    written.all += data.toString();
  });
  child.stderr?.on("data", (data: Buffer) => (written.all += data.toString()));
  try {
    if (example.follows) {
      await until(
        `a message in what ${example.document}:${example.line} prints`,
        async () => {
          if (child.exitCode !== null) throw new Error(`It has ended: ${written.all}`);
          await sendMessage();
          return written.out.includes(textOfMessages);
        },
        blockMsMax,
      );
    } else {
      await exited;
      if (child.exitCode !== 0) return `exit code ${child.exitCode}: ${written.all}`;
    }
    return "";
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await exited;
    running.delete(child);
  }
}

/** Runs a query, which must find something, and returns why it failed; empty if it works. */
async function failureOfSql(code: string): Promise<string> {
  const rows = await jw.database.sql.unsafe(code);
  return rows.length > 0 ? "" : "no rows";
}

async function start({ document, line, language, code }: Example): Promise<ChildProcess> {
  const options = { cwd: folder, env: environment, timeout: blockMsMax } as const;
  if (language === "sh") return spawn("sh", ["-eu", "-c", code], options);
  const name = `${document.replaceAll(/\W/g, "-")}-${line}.${language === "js" ? "mjs" : "py"}`;
  await writeFile(join(folder, name), code);
  if (language === "js") return spawn(process.execPath, [name], options);
  if (language === "python") return spawn(python.python ?? "python3", [name], options);
  throw new Error(`${document}:${line}: a test cannot run ${language}`);
}

let sent = 0;

async function sendMessage(): Promise<void> {
  await postLines(jw, [acarsdecLine("DOCUMENTED-1", `${textOfMessages} ${++sent}`)]);
}
