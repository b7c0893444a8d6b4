import { spawnSync } from "node:child_process";
import process from "node:process";

/** A program that must be installed, and the package of Debian that has it if its name is another one. */
interface Program {
  readonly path: string;
  readonly package?: string;
}

const forRunning: readonly Program[] = [
  { path: "podman" },
  { path: "git" },
  { path: "runc" },
  { path: "iptables" },
  { path: "/usr/lib/podman/netavark", package: "netavark" },
  { path: "/usr/lib/podman/aardvark-dns", package: "aardvark-dns" },
];
const forBuilding: readonly Program[] = [
  { path: "buildah" },
  { path: "catatonit" },
  { path: "debootstrap" },
  { path: "curl" },
  { path: "npm" },
  { path: "go", package: "golang-go" },
];

/** Returns what this machine lacks, and how to get it; null if it lacks nothing. */
export function findMissing({ builds }: { readonly builds: boolean }): string | null {
  const programs = builds ? [...forRunning, ...forBuilding] : forRunning;
  const missing = programs.filter(({ path }) => !isInstalled(path));
  if (missing.length > 0) {
    const packages = missing.map((program) => program.package ?? program.path).join(" ");
    return `${missing.map(({ path }) => path).join(", ")}: not installed. Run: apt-get install ${packages}`;
  }
  return process.getuid?.() === 0 ? null : "only root can run it";
}

function isInstalled(path: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'command -v "$1"', "sh", path]).status === 0;
}
