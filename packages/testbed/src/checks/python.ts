import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The packages that a Python interpreter must have. */
export interface PythonNeed {
  /** A file of pinned versions, which pip installs if no interpreter has the packages. */
  readonly requirements: URL;
  /** The folder of the virtual environment, in `.tools`. */
  readonly environment: string;
  /** A script that imports the packages and prints their versions on one line. */
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
const probeMsMax = 10_000;
const createMsMax = 120_000;

/**
 * Finds an interpreter that has the packages: in the virtual environment of an earlier run, among the
 * system's interpreters, or in a virtual environment that is created now from pinned versions. pip uses
 * the index that it is configured for. Never rejects.
 */
export async function findPython(need: PythonNeed): Promise<PythonLookup> {
  const environment = join(tools, need.environment);
  const requirements = fileURLToPath(need.requirements);
  const own = join(environment, "bin", "python");
  const paths = [...(isUpToDate(environment, requirements) ? [own] : []), ...candidates];
  for (const python of paths) {
    const found = await probe(python, need.probe);
    if (found !== null) return { python, description: `${found} (${python})`, missing: null };
  }
  const failures: string[] = [];
  const deadline = AbortSignal.timeout(createMsMax);
  for (const python of candidates) {
    const failure = await createEnvironment(python, environment, requirements, deadline);
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

function isUpToDate(environment: string, requirements: string): boolean {
  const stamp = join(environment, "requirements.txt");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === readFileSync(requirements, "utf8");
}

async function probe(python: string, script: string): Promise<string | null> {
  try {
    const { stdout } = await run(python, ["-c", script], { timeout: probeMsMax });
    return stdout.trim();
  } catch {
    return null;
  }
}

/** Creates it under another name and renames it, so that it is never incomplete. @returns the failure. */
async function createEnvironment(
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
