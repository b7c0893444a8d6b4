import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);
const commandMsMax = 600_000;
const upgradeMsMax = 1_800_000;
const bufferMax = 1 << 26;
/** Separates the rehearsal's containers and volumes from those of a deployment. */
const project = "jetwire-rehearsal";
/** The part of a compose file by which Postgres runs under Podman. */
const forPostgres = join(import.meta.dirname, "postgres.yml");

/** Runs `podman` and returns its output. */
export async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute("podman", args, { timeout: commandMsMax, maxBuffer: bufferMax });
  return stdout;
}

/** A folder as an operator has it: the compose file, its variables and its secrets. */
export interface Site {
  /** Runs `docker compose` with the variables that were set. */
  compose(...args: readonly string[]): Promise<string>;
  /** Runs `infra/upgrade.sh`, and returns its status and what it printed. */
  upgrade(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** Runs the operator's command line and returns its answer. */
  jetwire(...args: readonly string[]): Promise<unknown>;
  /** Sets a variable of the compose file, for example the version of the images. */
  set(name: string, value: string): void;
  readonly folder: string;
  /** The folder of the secrets' files. */
  readonly secrets: string;
}

/** Makes the folder of a site anew, from sources that may be older than this program. */
export function makeSite(
  work: string,
  sources: string,
  variables: Readonly<Record<string, string>>,
): Site {
  const folder = join(work, "site");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "infra/secrets"), { recursive: true });
  cpSync(join(sources, "docker-compose.yml"), join(folder, "docker-compose.yml"));
  cpSync(join(sources, "infra/monitoring"), join(folder, "infra/monitoring"), {
    recursive: true,
  });
  const example = join(sources, "infra/compose.env.example");
  writeVariables(example, join(folder, "infra/compose.env"), variables);

  const files = ["docker-compose.yml", forPostgres, join(import.meta.dirname, "podman.yml")];
  const { program, common, environment, compose, set } = openCompose(work, folder, {
    variables: "infra/compose.env",
    files,
  });
  return {
    compose,
    async upgrade(...args) {
      const path = makeDocker(work, [program, ...common]);
      const env = { ...environment, PATH: `${path}:${process.env["PATH"]}` };
      const options = { cwd: folder, env, timeout: upgradeMsMax, maxBuffer: bufferMax };
      const script = spawn("/bin/sh", ["infra/upgrade.sh", ...args], {
        ...options,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [script.stdout, script.stderr]) {
        stream.on("data", (data: Buffer) => {
          output += data.toString();
          process.stderr.write(data);
        });
      }
      const [code] = (await once(script, "close")) as [number | null];
      return { code: code ?? -1, output };
    },
    async jetwire(...args) {
      return JSON.parse(await compose("run", "--rm", "-T", "jetwire", ...args, "--json"));
    },
    set,
    folder,
    secrets: join(folder, "infra/secrets"),
  };
}

/** Makes the folder of a small host anew, for emulated programs. Returns what runs `docker compose` there. */
export function makeSmallSite(
  work: string,
  sources: string,
  variables: Readonly<Record<string, string>>,
): Site["compose"] {
  const folder = join(work, "small");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(sources, "infra/small"), folder, { recursive: true });
  mkdirSync(join(folder, "secrets"), { recursive: true });
  writeVariables(join(folder, "small.env.example"), join(folder, ".env"), variables);
  const files = ["compose.yml", forPostgres, join(import.meta.dirname, "emulated.yml")];
  return openCompose(work, folder, { variables: ".env", files }).compose;
}

/** Copies an example of variables, and adds others at its end, where they count. */
function writeVariables(
  example: string,
  file: string,
  variables: Readonly<Record<string, string>>,
): void {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, `${readFileSync(example, "utf8")}\n${lines.join("\n")}\n`);
}

/** Docker Compose in a folder, with Podman. */
interface Compose {
  readonly program: string;
  /** The options that come before each command. */
  readonly common: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly compose: Site["compose"];
  readonly set: Site["set"];
}

function openCompose(
  work: string,
  folder: string,
  { variables, files }: { readonly variables: string; readonly files: readonly string[] },
): Compose {
  const common = ["--project-name", project, "--env-file", variables].concat(
    ["--progress", "quiet"],
    files.flatMap((file) => ["--file", file]),
  );
  const changed = new Map<string, string>();
  const environment = { ...process.env, DOCKER_HOST: `unix://${socketOf(work)}` };
  const program = join(work, "bin/docker-compose");
  return {
    program,
    common,
    environment,
    async compose(...args) {
      const env = { ...environment, ...Object.fromEntries(changed) };
      const options = { cwd: folder, env, timeout: commandMsMax, maxBuffer: bufferMax };
      const { stdout } = await execute(program, [...common, ...args], options);
      return stdout;
    },
    set(name, value) {
      changed.set(name, value);
    },
  };
}

/** Writes a program `docker` that runs Podman, and Docker Compose with options. Returns its folder. */
function makeDocker(work: string, compose: readonly string[]): string {
  const folder = join(work, "docker");
  const quoted = compose.map((word) => `'${word}'`).join(" ");
  const lines = [
    "#!/bin/sh",
    '[ "$1" = compose ] || exec podman "$@"',
    "shift",
    `exec ${quoted} "$@"`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "docker"), `${lines.join("\n")}\n`, { mode: 0o755 });
  return folder;
}

function socketOf(work: string): string {
  return join(work, "podman.sock");
}

/** Serves Podman's API, which Docker Compose talks to, and runs health checks, until it is disposed of. */
export async function startPodman(work: string): Promise<AsyncDisposable> {
  const stopping = new AbortController();
  await servePodman(work, stopping.signal).catch((error: unknown) => {
    stopping.abort();
    throw error;
  });
  const checking = runHealthChecks(stopping.signal);
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await checking;
    },
  };
}

async function servePodman(work: string, signal: AbortSignal): Promise<void> {
  const service = ["system", "service", "--time=0", `unix://${socketOf(work)}`];
  const child = spawn("podman", service, { stdio: "ignore" });
  signal.addEventListener("abort", () => child.kill());
  while (!(await isServed(work))) {
    if (child.exitCode !== null) throw new Error(`podman ended with status ${child.exitCode}`);
    await pause(100);
  }
}

async function isServed(work: string): Promise<boolean> {
  const args = ["--remote", "--url", `unix://${socketOf(work)}`, "version"];
  return podman(...args).then(
    () => true,
    () => false,
  );
}

/** Returns the name of the first container of a service. */
export function containerOf(service: string): string {
  return `${project}-${service}-1`;
}

/** Returns the names of the volumes. */
export async function volumesOf(): Promise<string[]> {
  const names = await podman("volume", "ls", "--quiet", "--filter", `name=${project}_`);
  return names.split("\n").filter((name) => name !== "");
}

async function listContainers(...filters: readonly string[]): Promise<string[]> {
  const options = filters.flatMap((filter) => ["--filter", filter]);
  const names = await podman("ps", "--format", "{{.Names}}", ...options);
  return names.split("\n").filter((name) => name !== "");
}

/** Runs the health checks of containers that are not healthy. Docker does this by itself; Podman leaves it to systemd. */
async function runHealthChecks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const states = ["health=starting", "health=unhealthy"];
    const lists = states.map((state) => listContainers(`name=${project}-`, state).catch(() => []));
    for (const name of (await Promise.all(lists)).flat()) {
      await podman("healthcheck", "run", name).catch(() => "");
    }
    await pause(500);
  }
}
