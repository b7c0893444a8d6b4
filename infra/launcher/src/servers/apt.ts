import { existsSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../run-command.ts";

const policyFile = "/usr/sbin/policy-rc.d";
const aptMsMax = 300_000;

/** Whether packages can be installed here without asking anybody: root on a Debian-like system. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/**
 * Installs a Debian package without starting the system service that comes with it.
 *
 * @throws LaunchError when apt can't.
 */
export async function installPackage(name: string): Promise<void> {
  using held = new DisposableStack();
  held.use(withoutServiceStarts());
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

/** Debian asks this file whether a freshly installed service may be started; 101 says no. */
function withoutServiceStarts(): Disposable {
  if (existsSync(policyFile)) return { [Symbol.dispose]: () => undefined };
  writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  return { [Symbol.dispose]: () => rmSync(policyFile, { force: true }) };
}
