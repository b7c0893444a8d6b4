import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);
const commandMsMax = 300_000;
const bufferMax = 1 << 26;
/** Separates the rehearsal's containers and volumes from those of a deployment. */
const project = "jetwire-rehearsal";

/** Runs `podman` and returns its output. */
export async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute("podman", args, { timeout: commandMsMax, maxBuffer: bufferMax });
  return stdout;
}

/** A folder as an operator has it: the compose file, its variables and its secrets. */
export interface Site {
  /** Runs `docker compose` with the variables that were set. */
  compose(...args: readonly string[]): Promise<string>;
  /** Runs commands of the operations guide in a shell, with its alias `jw`. */
  shell(script: string): Promise<string>;
  /** Runs the operator's command line and returns its answer. */
  jetwire(...args: readonly string[]): Promise<unknown>;
  /** Sets a variable of the compose file, for example the version of the images. */
  set(name: string, value: string): void;
  /** The folder of the secrets' files. */
  readonly secrets: string;
}

/** Makes the folder of a site anew. Its ports are on the given addresses. */
export function makeSite(
  work: string,
  repository: string,
  variables: Readonly<Record<string, string>>,
): Site {
  const folder = join(work, "site");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "infra/secrets"), { recursive: true });
  cpSync(join(repository, "docker-compose.yml"), join(folder, "docker-compose.yml"));
  cpSync(join(repository, "infra/monitoring"), join(folder, "infra/monitoring"), {
    recursive: true,
  });
  const example = readFileSync(join(repository, "infra/compose.env.example"), "utf8");
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, "infra/compose.env"), `${example}\n${lines.join("\n")}\n`);

  const files = ["docker-compose.yml", join(repository, "infra/rehearsal/podman.yml")];
  const common = ["--project-name", project, "--env-file", "infra/compose.env"].concat(
    ["--progress", "quiet"],
    files.flatMap((file) => ["--file", file]),
  );
  const changed = new Map<string, string>();
  async function run(program: string, args: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      DOCKER_HOST: `unix://${socketOf(work)}`,
      ...Object.fromEntries(changed),
    };
    const options = { cwd: folder, env, timeout: commandMsMax, maxBuffer: bufferMax };
    const { stdout } = await execute(program, [...args], options);
    return stdout;
  }
  const command = [join(work, "bin/docker-compose"), ...common];
  const [program = "", ...options] = command;
  const quoted = command.map((word) => `'${word}'`).join(" ");
  const commands = `jw() { ${quoted} "$@"; }\ndocker() { podman "$@"; }\n`;
  const compose = async (...args: readonly string[]) => await run(program, [...options, ...args]);
  return {
    compose,
    shell: async (script) => await run("bash", ["-c", commands + script]),
    async jetwire(...args) {
      return JSON.parse(await compose("run", "--rm", "-T", "jetwire", ...args, "--json"));
    },
    set(name, value) {
      changed.set(name, value);
    },
    secrets: join(folder, "infra/secrets"),
  };
}

function socketOf(work: string): string {
  return join(work, "podman.sock");
}

/** Serves Podman's API, which Docker Compose talks to, until the signal aborts. */
export async function servePodman(work: string, signal: AbortSignal): Promise<void> {
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

async function listContainers(...filters: readonly string[]): Promise<string[]> {
  const options = filters.flatMap((filter) => ["--filter", filter]);
  const names = await podman("ps", "--format", "{{.Names}}", ...options);
  return names.split("\n").filter((name) => name !== "");
}

/** Runs the health checks of containers that are not healthy. Docker does this by itself; Podman leaves it to systemd. */
export async function runHealthChecks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const states = ["health=starting", "health=unhealthy"];
    const lists = states.map((state) => listContainers(`name=${project}-`, state).catch(() => []));
    for (const name of (await Promise.all(lists)).flat()) {
      await podman("healthcheck", "run", name).catch(() => "");
    }
    await pause(500);
  }
}
