import { LaunchError } from "../launch-error.ts";
import { runCommand } from "../processes/run-command.ts";
import { canInstallPackages, installPackage } from "./apt.ts";

const versionMin = 7;

/**
 * Finds `redis-server` on the PATH. As root on Debian, installs it when it is missing.
 *
 * @throws LaunchError when it is missing or too old.
 */
export async function redisBinary(log: (line: string) => void): Promise<string> {
  let version = await redisVersion();
  if (version === null && canInstallPackages()) {
    log("installing redis-server with apt-get (once)");
    await installPackage("redis-server");
    version = await redisVersion();
  }
  if (version === null) {
    throw new LaunchError(
      "redis-server is not on the PATH: install Redis 7 or later (Debian: apt-get install redis-server, macOS: brew install redis), or set REDIS_URL to use another server",
    );
  }
  if (version < versionMin) {
    throw new LaunchError(
      `redis-server ${version} is too old: install Redis ${versionMin} or later, or set REDIS_URL to use another server`,
    );
  }
  return "redis-server";
}

/** Returns the major version, or null when the program is missing. */
async function redisVersion(): Promise<number | null> {
  try {
    const { stdout } = await runCommand("redis-server", ["--version"], { timeoutMs: 10_000 });
    const major = /\bv=(\d+)/.exec(stdout)?.[1];
    return major === undefined ? null : Number(major);
  } catch {
    return null;
  }
}
