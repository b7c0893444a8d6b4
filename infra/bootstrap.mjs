// From a fresh clone to a running program, on whatever Node from 20 on is there: installs the
// pinned pnpm into .tools/, the dependencies when they have changed, and then hands over to the
// pinned Node among them. Plain JavaScript without dependencies, for nothing is installed yet.

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
const lockPatienceMs = 900_000;
const installMsMax = 600_000;

const programs = {
  start: { entry: "infra/launcher/src/main.ts", watched: true },
  test: { entry: "infra/launcher/src/checks/main.ts", watched: false },
  jetwire: { entry: "packages/cli/src/main.ts", watched: false },
  bench: { entry: "packages/bench/src/main.ts", watched: false },
};

/** Something the reader can put right: told in one line. */
class SetUpError extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  say(error.message);
  process.exitCode = 1;
}

async function main([name, ...args]) {
  const program = Object.hasOwn(programs, name ?? "") ? programs[name] : undefined;
  if (program === undefined) {
    throw new SetUpError(`use: node infra/bootstrap.mjs ${Object.keys(programs).join("|")} [args]`);
  }
  if (name === "start" && (args.includes("--help") || args.includes("-h"))) {
    process.stdout.write(fs.readFileSync(join(root, "infra/launcher/help.txt")));
    return 0;
  }
  expectSystem();
  const wanted = stampOf();
  if (!isInstalled(wanted)) await install(wanted);
  return handOver(program, args);
}

function expectSystem() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < nodeMin) {
    throw new SetUpError(
      `Node ${process.versions.node} is too old: install Node ${nodeMin} or newer`,
    );
  }
  if (process.platform === "win32") {
    throw new SetUpError("Windows itself is not supported: use WSL, Linux or macOS");
  }
}

/** Changes whenever an installation could come out differently. */
function stampOf() {
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
    say("installing dependencies (the first time takes a minute)");
    const began = Date.now();
    run(pnpm, ["install", "--frozen-lockfile", "--config.confirmModulesPurge=false"], "pnpm");
    if (!fs.existsSync(node())) {
      throw new SetUpError("pnpm installed everything but Node: delete node_modules and try again");
    }
    fs.writeFileSync(stampFile, `${JSON.stringify({ stamp })}\n`);
    say(`dependencies installed in ${Math.round((Date.now() - began) / 1000)} s`);
  } finally {
    release();
  }
}

/** The pnpm that package.json names, as a path. */
function installPnpm() {
  const { packageManager } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  const version = packageManager.split("@")[1].split("+")[0];
  const pnpm = join(pnpmHome, "node_modules", ".bin", "pnpm");
  if (installedVersion(join(pnpmHome, "node_modules", "pnpm", "package.json")) === version) {
    return pnpm;
  }
  say(`installing pnpm ${version} into .tools/`);
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

/** Silent when all goes well; else the end of what it said, and a line on what to do. */
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
    return `${name} can't reach the package registry: check the network or the proxy and try again`;
  }
  if (signal === "SIGTERM") return `${name} did not finish within ${installMsMax / 60_000} minutes`;
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return "pnpm-lock.yaml is behind a package.json: run .tools/pnpm/node_modules/.bin/pnpm install";
  }
  if (/ENOSPC/.test(output)) return "the disk is full: make room and try again";
  if (/EACCES|EPERM/.test(output)) return `${name} may not write here: check who owns ${root}`;
  return `${name} failed (${signal ?? `exit code ${status}`}): its last lines are above`;
}

/** npm hands its own settings down; those about where to install are not meant for the next one. */
function environment() {
  const env = { ...process.env };
  delete env.npm_config_prefix;
  delete env.npm_config_local_prefix;
  const bins = [join(root, "node_modules", ".bin"), join(pnpmHome, "node_modules", ".bin")];
  return { ...env, PATH: [...bins, env.PATH ?? ""].join(":") };
}

/** One installation at a time; the lock of a process that has ended is taken over. */
async function lock(path) {
  const mine = `${process.pid}\n`;
  const until = Date.now() + lockPatienceMs;
  for (let told = false; Date.now() < until; await delay(300)) {
    try {
      fs.writeFileSync(path, mine, { flag: "wx" });
      return () => fs.rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST")
        throw new SetUpError(`.tools can't be written: ${error.message}`);
    }
    const holder = Number.parseInt(readOrEmpty(path), 10);
    if (Number.isNaN(holder) ? isOld(path) : !isAlive(holder)) takeAway(path, holder);
    else if (!told) say(`process ${holder} is installing; waiting for it`);
    told = true;
  }
  throw new SetUpError(`another installation does not end: if there is none, delete ${path}`);
}

/** Moved aside first: of two that find the same stale lock, only one can move it. */
function takeAway(path, holder) {
  const aside = `${path}.${process.pid}`;
  try {
    fs.renameSync(path, aside);
    const moved = Number.parseInt(readOrEmpty(aside), 10);
    if (moved !== holder && !Number.isNaN(moved)) fs.linkSync(aside, path);
    fs.rmSync(aside, { force: true });
  } catch {
    // Somebody else was faster; the next round finds out.
  }
}

/** Just made and still empty, or left that way by a crash. */
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
 * Runs the program in our place: its terminal is ours, our signals are its. A watched one has a
 * channel to us, by which it learns that we were killed. In a terminal a Ctrl-C reaches it anyway.
 */
function handOver({ entry, watched }, args) {
  const path = join(root, entry);
  if (!fs.existsSync(path)) throw new SetUpError(`${entry} is missing: this clone is not complete`);
  const child = spawn(node(), [path, ...args], {
    stdio: ["inherit", "inherit", "inherit", ...(watched ? ["ipc"] : [])],
    env: environment(),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  whenNpmIsGone(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal === null) resolve(code);
      else endBy(signal);
    });
  });
}

/** Under `npm start` our parent is npm or its shell; when that is killed nobody else tells us. */
function whenNpmIsGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** Whoever waits for us sees the end that the program had. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function say(line) {
  process.stderr.write(`jetwire: ${line}\n`);
}
