import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A Python that can import the Socket.IO client, or why there is none. */
export type Interpreter =
  | { readonly outcome: "found"; readonly python: string; readonly description: string }
  | { readonly outcome: "none"; readonly reason: string };

const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));
const tools = fileURLToPath(new URL("../../../../../.tools/", import.meta.url));
const environment = join(tools, "python");
const candidates = ["python3", "python", "/usr/bin/python3"];
const askMsMax = 10_000;
const makeMsMax = 120_000;

const versions =
  "import platform, socketio, websocket\n" +
  "from importlib.metadata import version\n" +
  "print(f'python-socketio {version(\"python-socketio\")}, Python {platform.python_version()}')";

/**
 * Looks for one in this order: the virtual environment that an earlier run has made, an interpreter
 * of the system that has the client, and a virtual environment made now, of pinned versions that pip
 * takes from wherever it is configured to. Never rejects.
 */
export async function findInterpreter(): Promise<Interpreter> {
  const own = join(environment, "bin", "python");
  const isCurrent = isMadeOfTheseRequirements();
  const places = [...(isCurrent ? [own] : []), ...candidates];
  for (const python of places) {
    const found = await versionsOf(python);
    if (found !== null) return { outcome: "found", python, description: `${found} (${python})` };
  }
  const failures: string[] = [];
  const patience = AbortSignal.timeout(makeMsMax);
  for (const python of candidates) {
    const failure = await makeEnvironment(python, patience);
    const found = failure === null ? await versionsOf(own) : null;
    if (found !== null) {
      return { outcome: "found", python: own, description: `${found} (${own}, made just now)` };
    }
    failures.push(`${python}: ${failure ?? "the client can't be imported"}`);
  }
  return { outcome: "none", reason: failures.join("; ") };
}

function isMadeOfTheseRequirements(): boolean {
  const stamp = join(environment, "requirements.txt");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === readFileSync(requirements, "utf8");
}

async function versionsOf(python: string): Promise<string | null> {
  try {
    const { stdout } = await run(python, ["-c", versions], { timeout: askMsMax });
    return stdout.trim();
  } catch {
    return null;
  }
}

/** Made aside, so that a run that is ended meanwhile leaves none half made. @returns what failed. */
async function makeEnvironment(python: string, signal: AbortSignal): Promise<string | null> {
  const aside = `${environment}-${process.pid}`;
  try {
    mkdirSync(dirname(environment), { recursive: true });
    await run(python, ["-m", "venv", "--clear", aside], { signal });
    const install = ["install", "--quiet", "--no-input", "--retries", "1", "--timeout", "15"];
    const pinned = ["--only-binary", ":all:", "-r", requirements];
    await run(join(aside, "bin", "python"), ["-m", "pip", ...install, ...pinned], { signal });
    copyFileSync(requirements, join(aside, "requirements.txt"));
    rmSync(environment, { recursive: true, force: true });
    renameSync(aside, environment);
    return null;
  } catch (error) {
    return lastLineOf(error);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function lastLineOf(error: unknown): string {
  const { message, stderr } = error as { message: string; stderr?: string };
  return (stderr || message).trim().split("\n").at(-1) ?? "failed";
}
