import { existsSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../processes/run-command.ts";

const policyFile = "/usr/sbin/policy-rc.d";
const aptMsMax = 300_000;

/** Returns whether this process may install packages: as root on a Debian-like system. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/**
 * Installs a Debian package without starting the system service that comes with it.
 *
 * @throws LaunchError when apt fails.
 */
export async function installPackage(name: string): Promise<void> {
  using _ = preventServiceStarts();
  let result = await apt("install", "-y", "--no-install-recommends", name);
  if (result.code !== 0) {
    await apt("update");
    result = await apt("install", "-y", "--no-install-recommends", name);
  }
  if (result.code === 0) return;
  throw new LaunchError(`apt-get could not install ${name}: ${lastLine(result.stderr)}`);
}

function apt(...args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return runCommand("apt-get", ["-o", "DPkg::Lock::Timeout=120", ...args], {
    env,
    timeoutMs: aptMsMax,
  });
}

/** Forbids apt to start the services that it installs: exit code 101 of this file means no. */
function preventServiceStarts(): Disposable {
  if (existsSync(policyFile)) return { [Symbol.dispose]: () => undefined };
  writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  return { [Symbol.dispose]: () => rmSync(policyFile, { force: true }) };
}
