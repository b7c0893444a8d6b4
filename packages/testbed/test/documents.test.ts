import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExampleLanguages } from "../src/checks/example-languages.ts";
import { hostKeyOf } from "../src/deployment/operated-rest.ts";
import type { TcpProxy } from "../src/servers/tcp-proxy.ts";
import {
  acarsdecLine,
  addFeeder,
  compileCache,
  type Deployment,
  describeUnless,
  findPython,
  postLines,
  programOf,
  startDeployment,
  startTcpProxy,
  testSigningKeySecret,
  until,
} from "../src/index.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const python = await findPython({
  requirements: new URL("conformance/python/requirements.txt", import.meta.url),
  environment: "python",
  probe: "import socketio, websocket; print('python-socketio')",
});
const languages = await findExampleLanguages(python);
/** SQL is run on the database itself. */
const missingOf = (language: string) => (language === "sql" ? null : languages[language]?.missing);
const blockMsMax = 60_000;
/** Programs that follow are stopped long before. */
const programMsMax = 3 * blockMsMax;
/** Rust compiles the libraries that a program uses, which takes minutes on a busy machine. */
const exampleOptions = { timeout: 2 * programMsMax };
const textOfMessages = "DOCUMENTED";

/** A block of code in a document that readers may run as it is. */
interface Example {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /**
   * `follows`: it runs until it is stopped, and prints messages until then. `resumes`: after an interruption it also prints
   * those that it missed.
   */
  readonly kind: "ends" | "follows" | "resumes";
}

const examples = globSync("docs/**/*.md", { cwd: root }).toSorted().flatMap(examplesOf);
const documents = Map.groupBy(examples, ({ document }) => document);

let jw: Deployment;
/** Stands between the gateway and the programs that REST sends to it. */
let proxy: TcpProxy;
let folder: string;
let environment: NodeJS.ProcessEnv;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const gateway = { host: "127.0.0.1", port: 0 };
  proxy = await startTcpProxy(gateway);
  jw = await startDeployment({
    gateways: 1,
    environment: {
      SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
      PUBLIC_URL: "http://localhost:8080",
      REST_WS_URL: `ws://127.0.0.1:${proxy.port}`,
    },
  });
  gateway.port = Number(new URL(jw.gatewayUrls[0] ?? "").port);
  const { apiKey } = await addFeeder(jw, "reader", "DOCUMENTED-1");
  folder = await mkdtemp(join(tmpdir(), "jetwire-documents-"));
  await symlink(join(root, "packages/testbed/node_modules"), join(folder, "node_modules"));
  const program = join(folder, "jetwire");
  // Readers run it on the host, where it has a key of its own.
  const host = `JETWIRE_KEY=${await hostKeyOf(jw.databaseUrl)}`;
  await writeFile(
    program,
    `#!/bin/sh\n${host} exec '${process.execPath}' '${programOf("jetwire")}' "$@"\n`,
  );
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
  for (const child of running) kill(child);
  await proxy[Symbol.asyncDispose]();
  await jw[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe.each([...documents])("%s", (_document, ofDocument) => {
  for (const [language, ofLanguage] of Map.groupBy(ofDocument, (example) => example.language)) {
    describeUnless(missingOf(language) ?? null, language, () => {
      test.each(ofLanguage)("the code of line $line works", exampleOptions, async (example) => {
        expect(await failureOf(example)).toBe("");
      });
    });
  }
});

test("the first message takes at most 40 lines in each of six languages", () => {
  const programs = examples.filter(({ kind }) => kind === "resumes");
  const lines = programs.map(({ language, code }) => [language, code.trim().split("\n").length]);
  expect(lines.map(([language]) => language)).toEqual(["js", "python", "go", "rust", "java", "sh"]);
  expect(lines.filter(([, count]) => Number(count) > 40)).toEqual([]);
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
  const blocks = text.matchAll(/^ *```(\w+) test(?: (follows|resumes))?\n([^]*?)^ *```$/gm);
  return [...blocks].map(({ index, 1: language = "", 2: kind = "ends", 3: code = "" }) => ({
    document,
    line: text.slice(0, index).split("\n").length,
    language,
    code,
    kind: kind as Example["kind"],
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
    const prints = async (text: string, send: () => Promise<unknown>) =>
      await until(
        `${text} in what ${example.document}:${example.line} prints`,
        async () => {
          if (child.exitCode !== null) throw new Error(`It has ended: ${written.all}`);
          await send();
          return written.out.includes(text);
        },
        blockMsMax,
      );
    if (example.kind !== "ends") await prints(textOfMessages, sendMessage);
    if (example.kind === "resumes") {
      await proxy.refuse();
      const missed = await sendMessage();
      await proxy.recover();
      await prints(missed, async () => {});
    } else if (example.kind === "ends") {
      const late = setTimeout(kill, programMsMax, child);
      await exited;
      clearTimeout(late);
      if (child.exitCode !== 0) return `exit code ${child.exitCode}: ${written.all}`;
    }
    return "";
  } finally {
    kill(child);
    if (child.exitCode === null && child.signalCode === null) await exited;
    running.delete(child);
  }
}

/** Ends a program with what it started, such as the parts of a pipe. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Runs a query, which must find something, and returns why it failed; empty if it works. */
async function failureOfSql(code: string): Promise<string> {
  const rows = await jw.database.sql.unsafe(code);
  return rows.length > 0 ? "" : "no rows";
}

async function start({ document, line, language, code }: Example): Promise<ChildProcess> {
  const options = { cwd: folder, env: environment, detached: true } as const;
  const [program, ...args] =
    (await languages[language]?.prepare({
      folder,
      name: `${document.replaceAll(/\W/g, "-")}-${line}`,
      code,
    })) ?? [];
  if (program === undefined) throw new Error(`${document}:${line}: a test cannot run ${language}`);
  return spawn(program, args, options);
}

let sent = 0;

/** @returns the text of the message, which is not a part of another one */
async function sendMessage(): Promise<string> {
  const text = `${textOfMessages} ${++sent}.`;
  await postLines(jw, [acarsdecLine("DOCUMENTED-1", text)]);
  return text;
}
