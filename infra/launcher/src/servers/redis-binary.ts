import { LaunchError } from "../launch-error.ts";
import { runCommand } from "../run-command.ts";
import { canInstallPackages, installPackage } from "./apt.ts";

const versionMin = 7;

/**
 * Finds `redis-server` on the PATH; as root on Debian it is installed when missing.
 *
 * @throws LaunchError when there is none, or one that is too old.
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
      "redis-server is not on the PATH: install Redis 7 or newer (Debian: apt-get install redis-server, macOS: brew install redis), or set REDIS_URL to a server of your own",
    );
  }
  if (version < versionMin) {
    throw new LaunchError(
      `redis-server ${version} is too old: Redis ${versionMin} or newer is needed, or set REDIS_URL to a server of your own`,
    );
  }
  return "redis-server";
}

/** The major version, or null when the program isn't there. */
async function redisVersion(): Promise<number | null> {
  try {
    const { stdout } = await runCommand("redis-server", ["--version"], { timeoutMs: 10_000 });
    const major = /\bv=(\d+)/.exec(stdout)?.[1];
    return major === undefined ? null : Number(major);
  } catch {
    return null;
  }
}
