/**
 * Follows the quick start to the letter: clones this repository into an empty folder, with an empty home, and runs the
 * commands of `docs/quick-start.md` in one shell. Prints each of them with its time and its output, as a page of
 * Markdown. Ends with status 1 if one of them fails. The ports of `npm start` must be free.
 *
 *   node infra/rehearsal/quick-start.ts > docs/quick-start-run.md
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { note, reportOn, timed } from "./report.ts";

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const guide = "docs/quick-start.md";
const startMsMax = 900_000;
const linesMax = 12;
const columnsMax = 160;
/** The end of what the services print when all of them are ready. */
const readyPattern = /Press Ctrl-C to stop/;

/** Runs commands in one shell, whose variables and aliases stay. */
interface Shell {
  /** @throws an error with the output, if the commands fail. */
  run(code: string): Promise<string[]>;
  end(): void;
}

const folder = mkdtempSync(join(tmpdir(), "jetwire-quick-start-"));
const environment = { ...process.env, HOME: join(folder, "home") };
const checkout = join(folder, "jetwire");
const text = {
  title: "The quick start, followed",
  program:
    "`infra/rehearsal/quick-start.ts`, which follows the [quick start](quick-start.md) in an empty folder with an empty home",
  criteria: "every command must succeed",
};
const isMet = await reportOn(text, async () => {
  try {
    execFileSync("git", ["clone", "--quiet", repository, checkout]);
    const [start, ...others] = readCommands(readFileSync(join(checkout, guide), "utf8"));
    if (start === undefined) throw new Error(`${guide} has no commands`);
    await follow(start, others);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
process.exitCode = isMet ? 0 : 1;

/** Returns the blocks of shell commands of a document. */
function readCommands(document: string): string[] {
  return [...document.matchAll(/^```sh(?: test)?\n(.*?)^```$/gms)].map(([, code]) => code ?? "");
}

/** Starts the services by the first block, and runs the other ones when they are ready. */
async function follow(start: string, others: readonly string[]): Promise<void> {
  const services = spawn("bash", ["-c", start], {
    cwd: checkout,
    env: environment,
    detached: true,
  });
  try {
    let printed: string[] = [];
    const time = await timed(async () => (printed = await untilReady(services)));
    describe(start, time, printed);
    const shell = openShell();
    for (const code of others) {
      let output: string[] = [];
      const took = await timed(async () => (output = await shell.run(code)));
      describe(code, took, output);
    }
    shell.end();
  } finally {
    if (services.pid !== undefined && services.exitCode === null) {
      const ended = once(services, "exit");
      process.kill(-services.pid, "SIGINT");
      await ended;
    }
  }
}

/** Returns what was printed until all services are ready. */
async function untilReady(services: ChildProcess): Promise<string[]> {
  const printed: string[] = [];
  const ready = Promise.withResolvers<void>();
  for (const stream of [services.stdout, services.stderr]) {
    if (stream === null) continue;
    createInterface(stream).on("line", (line) => {
      printed.push(line);
      if (readyPattern.test(line)) ready.resolve();
    });
  }
  services.once("exit", () => ready.reject(new Error(`the services ended: ${printed.join("\n")}`)));
  const timer = setTimeout(() => ready.reject(new Error("the services are not ready")), startMsMax);
  await ready.promise.finally(() => clearTimeout(timer));
  return printed;
}

function openShell(): Shell {
  const shell = spawn("bash", ["-s"], { cwd: checkout, env: environment, stdio: "pipe" });
  const lines: string[] = [];
  let done = Promise.withResolvers<number>();
  for (const stream of [shell.stdout, shell.stderr]) {
    createInterface(stream).on("line", (line) => {
      const status = /^JETWIRE-STATUS (\d+)$/.exec(line)?.[1];
      if (status === undefined) lines.push(line);
      else done.resolve(Number(status));
    });
  }
  shell.stdin.write("shopt -s expand_aliases\n");
  return {
    async run(code) {
      lines.length = 0;
      done = Promise.withResolvers();
      shell.stdin.write(`${code}\nstatus=$?; echo; echo JETWIRE-STATUS $status\n`);
      const status = await done.promise;
      if (status !== 0) throw new Error(`status ${status} of: ${code}\n${lines.join("\n")}`);
      return [...lines];
    },
    end: () => shell.stdin.end("exit\n"),
  };
}

/** Adds commands to the page, with their time and the end of what they printed, without keys and paths of this machine. */
function describe(code: string, time: string, printed: readonly string[]): void {
  const shown = printed
    .filter((line) => line.trim() !== "")
    .slice(-linesMax)
    .map((line) => line.replaceAll(/jw_[\w~-]+/g, "jw_…").replaceAll(folder, "…"))
    .map((line) => line.slice(0, columnsMax));
  note(`\n\`\`\`sh\n${code}\`\`\`\n\n${time}`);
  if (shown.length > 0) note(`\n\`\`\`text\n${shown.join("\n")}\n\`\`\``);
}
