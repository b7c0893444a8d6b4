import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a Python has to have. */
export interface PythonNeed {
  /** What pip installs where nothing has it: a file of pinned versions. */
  readonly requirements: URL;
  /** The virtual environment's folder in `.tools`. */
  readonly environment: string;
  /** Imports what is needed and prints, on one line, which versions these are. */
  readonly probe: string;
}

/** A Python interpreter that has the packages, or the reason why there is none. */
export type PythonLookup =
  | {
      readonly python: string;
      /** Versions and path, as one line. */
      readonly description: string;
      readonly missing: null;
    }
  | { readonly python: null; readonly missing: string };

const tools = fileURLToPath(new URL("../../../../.tools/", import.meta.url));
const candidates = ["python3", "python", "/usr/bin/python3"];
const askMsMax = 10_000;
const makeMsMax = 120_000;

/**
 * Looks for one in this order: the virtual environment that an earlier run has made, an interpreter
 * of the system that has it all, and a virtual environment made now, of pinned versions that pip
 * takes from wherever it is configured to. Never rejects.
 */
export async function findPython(need: PythonNeed): Promise<PythonLookup> {
  const environment = join(tools, need.environment);
  const requirements = fileURLToPath(need.requirements);
  const own = join(environment, "bin", "python");
  const places = [...(isMadeOf(environment, requirements) ? [own] : []), ...candidates];
  for (const python of places) {
    const found = await probe(python, need.probe);
    if (found !== null) return { python, description: `${found} (${python})`, missing: null };
  }
  const failures: string[] = [];
  const patience = AbortSignal.timeout(makeMsMax);
  for (const python of candidates) {
    const failure = await makeEnvironment(python, environment, requirements, patience);
    const found = failure === null ? await probe(own, need.probe) : null;
    if (found !== null) {
      return { python: own, description: `${found} (${own}, just created)`, missing: null };
    }
    failures.push(`${python}: ${failure ?? "the installed packages cannot be imported"}`);
  }
  return {
    python: null,
    missing: `no Python with the required packages: install python3-venv (${failures.join("; ")})`,
  };
}

function isMadeOf(environment: string, requirements: string): boolean {
  const stamp = join(environment, "requirements.txt");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === readFileSync(requirements, "utf8");
}

async function probe(python: string, script: string): Promise<string | null> {
  try {
    const { stdout } = await run(python, ["-c", script], { timeout: askMsMax });
    return stdout.trim();
  } catch {
    return null;
  }
}

/** Made aside, so that a run that is ended meanwhile leaves none half made. @returns what failed. */
async function makeEnvironment(
  python: string,
  environment: string,
  requirements: string,
  signal: AbortSignal,
): Promise<string | null> {
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
