import { execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const commandMsMax = 300_000;
const bufferMax = 1 << 26;

const files = ["-f", "docker-compose.yml", "-f", "infra/rehearsal/podman.yml"];

/** Runs `docker compose` on the deployment, with variables besides those of `infra/compose.env`. */
export async function compose(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const all = ["compose", "--env-file", "infra/compose.env", ...files, ...args];
  const env = { ...process.env, ...variables };
  const { stdout } = await run("docker", all, { env, timeout: commandMsMax, maxBuffer: bufferMax });
  return stdout;
}

export async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await run("podman", args, { timeout: commandMsMax, maxBuffer: bufferMax });
  return stdout;
}

/** Runs the operator's command line. */
export async function jetwire(...args: readonly string[]): Promise<unknown> {
  return JSON.parse(await compose(["run", "--rm", "-T", "jetwire", ...args, "--json"]));
}

/** Returns the names of the running containers of a service. */
export async function containersOf(service: string): Promise<string[]> {
  const names = await podman(
    "ps",
    "--format",
    "{{.Names}}",
    "--filter",
    `name=jetwire-${service}-[0-9]`,
  );
  return names.split("\n").filter((name) => name !== "");
}

/** Runs the health checks of all containers, as Docker does; Podman leaves this to systemd. */
export async function runHealthChecks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const names = await podman("ps", "--format", "{{.Names}}", "--filter", "name=jetwire-").catch(
      () => "",
    );
    for (const name of names.split("\n").filter((one) => one !== "")) {
      await podman("healthcheck", "run", name).catch(() => "");
    }
    await pause(500);
  }
}

/** Writes the database to files: the roles, and everything else in the format of pg_restore. */
export async function backUp(folder: string): Promise<void> {
  const exec = ["exec", "jetwire-postgres-1"];
  writeFileSync(
    `${folder}/roles.sql`,
    await podman(...exec, "pg_dumpall", "-U", "jetwire", "--globals-only"),
  );
  await podman(...exec, "pg_dump", "-U", "jetwire", "-Fc", "-f", "/tmp/jetwire.dump", "jetwire");
  await podman("cp", "jetwire-postgres-1:/tmp/jetwire.dump", `${folder}/jetwire.dump`);
}

/** Reads the files of `backUp` into an empty database. */
export async function restore(folder: string): Promise<void> {
  const psql = ["psql", "-U", "jetwire", "-d", "jetwire", "-q"];
  await feedTo(psql, readFileSync(`${folder}/roles.sql`));
  await feedTo(
    ["pg_restore", "-U", "jetwire", "-d", "jetwire"],
    readFileSync(`${folder}/jetwire.dump`),
  );
}

async function feedTo(command: readonly string[], input: Buffer): Promise<void> {
  const child = spawn("podman", ["exec", "-i", "jetwire-postgres-1", ...command], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command[0]} ended with status ${String(code)}`);
}

const countRows = `select table_name || ' ' || (xpath('/row/c/text()', query_to_xml(
  format('select count(*) as c from %I.%I', table_schema, table_name), false, true, '')))[1]::text
  from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
const digest =
  "select count(*) || ' ' || md5(string_agg(id::text || body::text, ',' order by id)) from messages";

/** Returns the rows of each table, and the count and a digest of all messages. */
export async function readRows(): Promise<{ tables: string; messages: string }> {
  const psql = ["exec", "jetwire-postgres-1", "psql", "-U", "jetwire", "-d", "jetwire", "-tAc"];
  return {
    tables: await podman(...psql, countRows),
    messages: (await podman(...psql, digest)).trim(),
  };
}
