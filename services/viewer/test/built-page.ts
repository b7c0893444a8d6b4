import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { until } from "@jetwire/testbed";

const viewer = join(import.meta.dirname, "..");
const cache = join(viewer, "node_modules/.cache");
const folder = join(cache, "built-page");
const stamp = join(cache, "built-page.stamp");
const lock = join(cache, "built-page.lock");
const sources = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "package.json",
  "../../packages/protocol/src",
  "../../packages/client/src",
];
const buildMsMax = 170_000;
/** The time limit of a hook that may wait for a build, by this or by another test file. */
export const buildHookMs = 180_000;

/**
 * Builds the page for production, unless that has been done since its sources changed. Test files that
 * run at the same time wait for one build.
 *
 * @returns the folder
 */
export async function buildPage(): Promise<string> {
  const newest = String(await newestOf(sources.map((path) => join(viewer, path))));
  await mkdir(cache, { recursive: true });
  await until("the built page", async () => await isBuilt(newest), buildMsMax);
  return folder;
}

async function isBuilt(newest: string): Promise<boolean> {
  if ((await readFile(stamp, "utf8").catch(() => "")) === newest) return true;
  if (!(await takeLock())) return false;
  try {
    await rm(stamp, { force: true });
    await build();
    await writeFile(stamp, newest);
    return true;
  } finally {
    await rm(lock, { force: true });
  }
}

/** Takes the lock if nobody has it, or its owner has ended without giving it back. */
async function takeLock(): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(await readFile(lock, "utf8").catch(() => "0"));
    if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs in a process of its own, because this one's NODE_ENV would make a development build. */
async function build(): Promise<void> {
  const vite = fileURLToPath(new URL("../../bin/vite.js", import.meta.resolve("vite")));
  await promisify(execFile)(
    process.execPath,
    [vite, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
    { cwd: viewer, env: { ...process.env, NODE_ENV: "production", VITEST: undefined } },
  );
}

async function newestOf(paths: readonly string[]): Promise<number> {
  const times = await Promise.all(
    paths.map(async (path) => {
      const { mtimeMs } = await stat(path);
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile());
      const own = await Promise.all(
        files.map(({ parentPath, name }) => stat(join(parentPath, name))),
      );
      return Math.max(mtimeMs, ...own.map((file) => file.mtimeMs));
    }),
  );
  return Math.max(...times);
}
