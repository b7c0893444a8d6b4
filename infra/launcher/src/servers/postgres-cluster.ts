import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../processes/run-command.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { Owner } from "./system-user.ts";

/** Name of the superuser and of the database. */
export const databaseName = "jetwire";

/** A Postgres cluster on disk. */
export interface Cluster {
  readonly data: string;
  readonly password: string;
}

const initMsMax = 120_000;

/**
 * Opens the cluster of a folder and creates it when missing: one database in UTF8 with the C locale
 * (byte order on every machine) and a superuser, whose random password is stored beside it.
 *
 * @throws LaunchError when Postgres cannot create it.
 */
export async function openPostgresCluster(
  home: string,
  binaries: PostgresBinaries,
  owner: Owner | undefined,
): Promise<Cluster> {
  const data = join(home, "data");
  const passwordFile = join(home, "password");
  if (!existsSync(data)) await createCluster(data, passwordFile, binaries, owner);
  return { data, password: readFileSync(passwordFile, "utf8").trim() };
}

/** Creates a draft and renames it, so that an interrupted start leaves no incomplete cluster. */
async function createCluster(
  data: string,
  passwordFile: string,
  { initdb, postgres }: PostgresBinaries,
  owner: Owner | undefined,
): Promise<void> {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${randomBytes(18).toString("base64url")}\n`, { mode: 0o600 });
  for (const path of owner === undefined ? [] : [draft, passwordFile]) {
    chownSync(path, owner?.uid ?? 0, owner?.gid ?? 0);
  }
  const run = (file: string, args: string[], input?: string) =>
    runToEnd(file, args, { owner, ...(input === undefined ? {} : { input }) });
  await run(initdb, [
    `--pgdata=${draft}`,
    `--username=${databaseName}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ]);
  await run(postgres, ["--single", "-D", draft, "postgres"], `CREATE DATABASE ${databaseName}\n`);
  renameSync(draft, data);
}

async function runToEnd(
  file: string,
  args: string[],
  { owner, input }: { owner: Owner | undefined; input?: string },
): Promise<void> {
  const { code, stderr } = await runCommand(file, args, {
    owner,
    cwd: "/",
    timeoutMs: initMsMax,
    ...(input === undefined ? {} : { input }),
  });
  if (code !== 0) {
    throw new LaunchError(`Postgres could not create its data folder: ${lastLine(stderr)}`);
  }
}
