import { existsSync, globSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { retryUntil } from "@jetwire/runtime";
import { LaunchError } from "./launch-error.ts";
import { acquirePidLock } from "./processes/pid-lock.ts";
import { lastLine, runCommand } from "./processes/run-command.ts";

/** Files that are built from sources. */
interface BuiltFiles {
  /** Its name in messages. */
  readonly name: string;
  /** The folder of its package, relative to the clone's root. */
  readonly folder: string;
  /** Its sources, relative to the clone's root. */
  readonly sources: readonly string[];
  /** The program that builds it, and its arguments, relative to its folder. */
  readonly command: readonly string[];
  /** The file that is written last, relative to its folder. */
  readonly result: string;
}

const buildMsMax = 180_000;

const page: BuiltFiles = {
  name: "the page",
  folder: "services/viewer",
  sources: [
    "services/viewer/{src,public}/**/*",
    "services/viewer/*.{html,ts,json}",
    "packages/{client,protocol}/src/**/*.ts",
  ],
  command: ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"],
  result: "dist/index.html",
};

const documents: BuiltFiles = {
  name: "the documents",
  folder: "packages/docs-site",
  sources: [
    "packages/docs-site/src/**/*",
    "packages/protocol/src/**/*.ts",
    "docs/**/*",
    "{services,packages}/*/README.md",
    "infra/{,*/}README.md",
    "*.md",
    "services/viewer/src/ui/tokens.css",
  ],
  command: ["src/main.ts"],
  result: "dist/index.html",
};

const programs: BuiltFiles = {
  name: "the programs",
  folder: "packages/bundle",
  sources: ["{services,packages}/*/src/**/*.ts", "pnpm-lock.yaml"],
  command: ["src/main.ts"],
  result: "dist/built",
};

/**
 * Builds the page and the documents, which rest serves, each unless it is newer than its sources. A lock prevents two
 * instances of one clone from building at the same time.
 *
 * @throws LaunchError when a build fails.
 */
export async function buildFiles(
  root: string,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const files of [page, documents]) await build(files, { root, print, signal });
}

/**
 * Builds the page of a clone, unless it is newer than its sources.
 *
 * @returns its folder
 * @throws LaunchError when the build fails.
 */
export async function buildPage(root: string): Promise<string> {
  await build(page, { root, print: () => {}, signal: AbortSignal.timeout(buildMsMax) });
  return dirname(resultOf(page, root));
}

/**
 * Bundles the services, the command line and the simulator of a clone, unless that was done since their sources changed.
 *
 * @throws LaunchError when a module cannot be read.
 */
export async function buildPrograms(
  root: string,
  print: (line: string) => void = () => {},
  signal: AbortSignal = AbortSignal.timeout(buildMsMax),
): Promise<void> {
  await build(programs, { root, print, signal });
}

interface BuildContext {
  readonly root: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

async function build(files: BuiltFiles, { root, print, signal }: BuildContext): Promise<void> {
  if (isUpToDate(files, root)) return;
  const cwd = join(root, files.folder);
  using _ = await lockBuild(files, root, signal);
  if (isUpToDate(files, root)) return;
  print(`building ${files.name}`);
  const { code, stdout, stderr } = await runCommand(process.execPath, files.command, {
    cwd,
    // Tests, for example, have another NODE_ENV, by which Vite would build for development.
    env: { ...process.env, NODE_ENV: "production" },
    timeoutMs: buildMsMax,
    signal,
  });
  if (code === 0 && existsSync(resultOf(files, root))) return;
  throw new LaunchError(
    `${files.name} could not be built: ${lastLine(stderr) || lastLine(stdout)}`,
  );
}

function isUpToDate(files: BuiltFiles, root: string): boolean {
  const built = statSync(resultOf(files, root), { throwIfNoEntry: false });
  if (built === undefined) return false;
  return globSync(files.sources, { cwd: root }).every(
    (path) => statSync(join(root, path)).mtimeMs <= built.mtimeMs,
  );
}

function resultOf({ folder, result }: BuiltFiles, root: string): string {
  return join(root, folder, result);
}

async function lockBuild(
  { name, folder }: BuiltFiles,
  root: string,
  signal: AbortSignal,
): Promise<Disposable> {
  const path = join(root, folder, "node_modules", ".build.lock");
  const acquire = async () => {
    const result = acquirePidLock(path);
    if (result.status === "acquired") return result.lock;
    throw new LaunchError(`process ${result.pid} has been building ${name} for too long`);
  };
  const options = { task: `build ${name}`, msMax: buildMsMax, retryMsMax: 200, signal };
  return await retryUntil(acquire, options);
}
