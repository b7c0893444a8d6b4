import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { LaunchError } from "./launch-error.ts";
import { takePidLock } from "./pid-lock.ts";
import { lastLine, runCommand } from "./run-command.ts";
import { poll } from "./supervision/poll.ts";

/** What the web page is made of, from the root of the clone. */
const sources = [
  "services/viewer/{src,public}/**/*",
  "services/viewer/*.{html,ts,json}",
  "packages/{client,protocol}/src/**/*.ts",
];
const buildMsMax = 180_000;

/**
 * Builds the web page when it was never built or one of its sources is newer. Two instances of one
 * clone take turns.
 *
 * @throws LaunchError when the build fails.
 */
export async function buildViewer(
  root: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (isUpToDate(root)) return;
  using held = new DisposableStack();
  const lockPath = join(root, "services", "viewer", "node_modules", ".build.lock");
  held.use(await turn(lockPath, signal));
  if (isUpToDate(root)) return;
  say("building the web page");
  const viewer = join(root, "services", "viewer");
  const { code, stdout, stderr } = await runCommand(
    process.execPath,
    [join(viewer, "node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"],
    { cwd: viewer, timeoutMs: buildMsMax, signal },
  );
  if (code === 0 && existsSync(builtPage(root))) return;
  throw new LaunchError(`the web page could not be built: ${lastLine(stderr) || lastLine(stdout)}`);
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

async function turn(lockPath: string, signal: AbortSignal): Promise<Disposable> {
  let lock: Disposable | undefined;
  const got = await poll(
    async () => {
      const result = takePidLock(lockPath);
      if (result.held) lock = result.lock;
      return result.held;
    },
    { timeoutMs: buildMsMax, everyMs: 200, signal },
  );
  if (got && lock !== undefined) return lock;
  throw new LaunchError("another process has been building the web page for too long");
}
