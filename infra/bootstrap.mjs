// Runs a program of a fresh clone with any Node from 20 on: installs the pinned pnpm into .tools/,
// installs dependencies when they have changed, and then starts the program with the pinned Node.
// Plain JavaScript without dependencies, because nothing is installed yet.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tools = join(root, ".tools");
const pnpmHome = join(tools, "pnpm");
const stampFile = join(tools, "installed.json");
const nodeMin = 20;
const lockMsMax = 900_000;
const installMsMax = 600_000;

const programs = {
  start: { entry: "infra/launcher/src/main.ts", watched: true },
  test: { entry: "infra/launcher/src/checks/main.ts", watched: false },
  jetwire: { entry: "packages/cli/src/main.ts", watched: false },
  bench: { entry: "packages/bench/src/main.ts", watched: false },
};

/** A failure that the user can correct; printed in one line. */
class SetUpError extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  print(error.message);
  process.exitCode = 1;
}

async function main([name, ...args]) {
  const program = Object.hasOwn(programs, name ?? "") ? programs[name] : undefined;
  if (program === undefined) {
    throw new SetUpError(
      `usage: node infra/bootstrap.mjs ${Object.keys(programs).join("|")} [args]`,
    );
  }
  checkSystem();
  const wanted = currentStamp();
  if (!isInstalled(wanted)) await install(wanted);
  return handOver(program, args);
}

function checkSystem() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < nodeMin) {
    throw new SetUpError(
      `Node ${process.versions.node} is too old: install Node ${nodeMin} or later`,
    );
  }
  if (process.platform === "win32") {
    throw new SetUpError("Windows is not supported: use Linux, macOS or WSL");
  }
}

/** Returns a hash of everything that determines the installation. */
function currentStamp() {
  const folders = ["services", "packages"].flatMap((parent) =>
    fs.readdirSync(join(root, parent)).map((child) => `${parent}/${child}`),
  );
  const manifests = [...folders, "infra/launcher"].map((folder) => `${folder}/package.json`);
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests];
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const file of files.toSorted().filter((path) => fs.existsSync(join(root, path)))) {
    hash.update(`${file}\n`).update(fs.readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function isInstalled(stamp) {
  try {
    return JSON.parse(fs.readFileSync(stampFile, "utf8")).stamp === stamp && fs.existsSync(node());
  } catch {
    return false;
  }
}

async function install(stamp) {
  fs.mkdirSync(tools, { recursive: true });
  const release = await lock(join(tools, "install.lock"));
  try {
    if (isInstalled(stamp)) return;
    const pnpm = installPnpm();
    print("installing dependencies (the first time takes a minute)");
    const startMs = Date.now();
    run(pnpm, ["install", "--frozen-lockfile", "--config.confirmModulesPurge=false"], "pnpm");
    if (!fs.existsSync(node())) {
      throw new SetUpError("pnpm did not install Node: delete node_modules and try again");
    }
    fs.writeFileSync(stampFile, `${JSON.stringify({ stamp })}\n`);
    print(`dependencies installed in ${Math.round((Date.now() - startMs) / 1000)} s`);
  } finally {
    release();
  }
}

/** Installs the pnpm that package.json names, unless present, and returns its path. */
function installPnpm() {
  const { packageManager } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  const version = packageManager.split("@")[1].split("+")[0];
  const pnpm = join(pnpmHome, "node_modules", ".bin", "pnpm");
  if (installedVersion(join(pnpmHome, "node_modules", "pnpm", "package.json")) === version) {
    return pnpm;
  }
  print(`installing pnpm ${version} into .tools/`);
  const quiet = [
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-timeout=60000",
  ];
  fs.mkdirSync(pnpmHome, { recursive: true });
  run("npm", ["install", "--prefix", pnpmHome, ...quiet, `pnpm@${version}`], "npm");
  return pnpm;
}

function installedVersion(packageJson) {
  try {
    return JSON.parse(fs.readFileSync(packageJson, "utf8")).version;
  } catch {
    return undefined;
  }
}

/** Runs a command silently. If it fails, prints the end of its output and throws what to do. */
function run(file, args, name) {
  const result = spawnSync(file, args, {
    cwd: root,
    env: { ...environment(), CI: "true" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
    timeout: installMsMax,
  });
  if (result.error?.code === "ENOENT") {
    throw new SetUpError(`${name} is not on the PATH: install it together with Node`);
  }
  if (result.status === 0) return;
  const output = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  process.stderr.write(`${output.trimEnd().split("\n").slice(-15).join("\n")}\n`);
  throw new SetUpError(adviceOn(output, name, result));
}

function adviceOn(output, name, { status, signal }) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)) {
    return `${name} cannot reach the package registry: check the network and the proxy, and try again`;
  }
  if (signal === "SIGTERM") return `${name} did not finish within ${installMsMax / 60_000} minutes`;
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return "pnpm-lock.yaml does not match a package.json: run .tools/pnpm/node_modules/.bin/pnpm install";
  }
  if (/ENOSPC/.test(output)) return "the disk is full: free some space and try again";
  if (/EACCES|EPERM/.test(output))
    return `${name} has no permission to write: check the owner of ${root}`;
  return `${name} failed (${signal ?? `exit code ${status}`}): see its last lines above`;
}

/** Returns the environment without npm's settings of where to install, which npm passes on. */
function environment() {
  const env = { ...process.env };
  delete env.npm_config_prefix;
  delete env.npm_config_local_prefix;
  const bins = [join(root, "node_modules", ".bin"), join(pnpmHome, "node_modules", ".bin")];
  return { ...env, PATH: [...bins, env.PATH ?? ""].join(":") };
}

/** Allows one installation at a time. Replaces the lock of a process that has ended. */
async function lock(path) {
  const mine = `${process.pid}\n`;
  const until = Date.now() + lockMsMax;
  for (let isPrinted = false; Date.now() < until; await delay(300)) {
    try {
      fs.writeFileSync(path, mine, { flag: "wx" });
      return () => fs.rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST")
        throw new SetUpError(`.tools cannot be written: ${error.message}`);
    }
    const owner = Number.parseInt(readOrEmpty(path), 10);
    if (Number.isNaN(owner) ? isOld(path) : !isAlive(owner)) removeStale(path, owner);
    else if (!isPrinted) print(`process ${owner} is installing dependencies: waiting for it`);
    isPrinted = true;
  }
  throw new SetUpError(`another installation does not end: if none is running, delete ${path}`);
}

/** Renames the stale lock before deleting it: of two processes only one can rename it. */
function removeStale(path, owner) {
  const aside = `${path}.${process.pid}`;
  try {
    fs.renameSync(path, aside);
    const moved = Number.parseInt(readOrEmpty(aside), 10);
    if (moved !== owner && !Number.isNaN(moved)) fs.linkSync(aside, path);
    fs.rmSync(aside, { force: true });
  } catch {
    // Another process was faster.
  }
}

/** Returns whether a lock file is old: a new one may still be empty, a crash may leave it empty. */
function isOld(path) {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > 5_000;
}

function readOrEmpty(path) {
  try {
    return fs.readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function node() {
  return join(root, "node_modules", "node", "bin", "node");
}

/**
 * Runs the program with this process's terminal, passes signals on, and returns its exit code. A
 * watched program has a channel to this process, by whose closing it notices that this process was
 * killed. Ctrl-C in a terminal reaches the program directly.
 */
function handOver({ entry, watched }, args) {
  const path = join(root, entry);
  if (!fs.existsSync(path)) throw new SetUpError(`${entry} is missing: the clone is incomplete`);
  const child = spawn(node(), [path, ...args], {
    stdio: ["inherit", "inherit", "inherit", ...(watched ? ["ipc"] : [])],
    env: environment(),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  onNpmExit(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal === null) resolve(code);
      else endBy(signal);
    });
  });
}

/** Stops when npm, or its shell, was killed: then the parent process changes. */
function onNpmExit(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** Ends this process by the signal that ended the program. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function print(line) {
  process.stderr.write(`jetwire: ${line}\n`);
}
