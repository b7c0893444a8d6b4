import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { retryUntil } from "@jetwire/runtime";
import { LaunchError } from "./launch-error.ts";
import { acquirePidLock } from "./processes/pid-lock.ts";
import { lastLine, runCommand } from "./processes/run-command.ts";

/** The sources of the page, relative to the clone's root. */
const sources = [
  "services/viewer/{src,public}/**/*",
  "services/viewer/*.{html,ts,json}",
  "packages/{client,protocol}/src/**/*.ts",
];
const buildMsMax = 180_000;

/**
 * Builds the page unless it is newer than its sources. A lock prevents two instances of one clone
 * from building at the same time.
 *
 * @throws LaunchError when the build fails.
 */
export async function buildViewer(
  root: string,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (isUpToDate(root)) return;
  const viewer = join(root, "services", "viewer");
  using _ = await lockBuild(join(viewer, "node_modules", ".build.lock"), signal);
  if (isUpToDate(root)) return;
  print("building the page");
  const { code, stdout, stderr } = await runCommand(
    process.execPath,
    [join(viewer, "node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"],
    { cwd: viewer, timeoutMs: buildMsMax, signal },
  );
  if (code === 0 && existsSync(builtPage(root))) return;
  throw new LaunchError(`the page could not be built: ${lastLine(stderr) || lastLine(stdout)}`);
}

function isUpToDate(root: string): boolean {
  const built = statSync(builtPage(root), { throwIfNoEntry: false });
  if (built === undefined) return false;
  return globSync(sources, { cwd: root }).every(
    (path) => statSync(join(root, path)).mtimeMs <= built.mtimeMs,
  );
}

function builtPage(root: string): string {
  return join(root, "services", "viewer", "dist", "index.html");
}

async function lockBuild(path: string, signal: AbortSignal): Promise<Disposable> {
  const acquire = async () => {
    const result = acquirePidLock(path);
    if (result.status === "acquired") return result.lock;
    throw new LaunchError(`process ${result.pid} has been building the page for too long`);
  };
  const options = { task: "build the page", msMax: buildMsMax, retryMsMax: 200, signal };
  return await retryUntil(acquire, options);
}
